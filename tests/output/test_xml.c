/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/xml.h"

#include "output/xml_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml_doc.h"

#include "support.h"

static struct doc *read_text(const char *text)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    if (xml_read_memory(doc, text, strlen(text), "text", &why) < 0)
        fail_msg("%s", why.text);
    return doc;
}

static void what_is_written_reads_back_and_is_written_the_same(void **state)
{
    struct doc *doc = full_doc(), *again;
    char *once = write_text(doc), *twice;

    (void)state;
    again = read_text(once);
    twice = write_text(again);
    assert_string_equal(once, twice);
    assert_int_equal(again->n_warnings, 0);
    free(once);
    free(twice);
    doc_free(doc);
    doc_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back_and_is_written_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

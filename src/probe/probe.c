/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * probe.c - reads the machine below a given root
 */
#include "probe/probe.h"

#include "probe/reader.h"

#include <stddef.h>

int probe_system(struct doc *doc, struct doc_system *system, const char *root)
{
    static const struct {
        const struct probe_reader *rows;
        int (*read)(struct probe *p); /* where the keys make the list */
    } parts[] = {
        { probe_cpu_rows, NULL },    { probe_memory_rows, NULL },
        { probe_kernel_rows, NULL }, { NULL, probe_config },
        { NULL, probe_mitigations }, { probe_net_rows, NULL },
        { probe_virt_rows, NULL },   { probe_build_rows, NULL },
    };
    struct probe p = probe_begin(doc, &system->facts, root, DOC_AT_ALWAYS);
    int rc = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && rc == 0; i++)
        rc = parts[i].rows ? probe_rows(&p, parts[i].rows) : parts[i].read(&p);
    probe_done(&p);
    return rc;
}

int probe_session(struct doc *doc, struct session *session, const char *root,
                  enum doc_at at)
{
    struct probe p = probe_begin(doc, &session->facts, root, at);
    int rc;

    p.session = session;
    rc = probe_rows(&p, probe_load_rows);
    /* how errbar itself runs does not change; once is enough */
    p.at = DOC_AT_ALWAYS;
    if (rc == 0 && at == DOC_AT_START)
        rc = probe_rows(&p, probe_run_rows);
    probe_done(&p);
    return rc;
}

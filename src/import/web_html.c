/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_html.c - pages in HTML: the tables that hold no other table
 *
 * libxml2 repairs what it reads, loads nothing and is asked for no more than names and
 * text. Tables around tables are layout of their time.
 */
#include "import/web_page.h"

#include "base/buf.h"

#include <errno.h>
#include <libxml/HTMLparser.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

enum { MOST_SPAN = 100 }; /* columns that one cell may take */

struct walk {
    struct web_page *page;
    struct buf text; /* of the block or the cell at hand */
    uint32_t line;   /* where it began */
};

static bool is(const xmlNode *node, const char *name)
{
    return node && node->type == XML_ELEMENT_NODE &&
           strcasecmp((const char *)node->name, name) == 0;
}

static bool is_one_of(const xmlNode *node, const char *const *names)
{
    for (; *names; names++) {
        if (is(node, *names))
            return true;
    }
    return false;
}

static uint32_t line_of(const xmlNode *node)
{
    long line = xmlGetLineNo(node);

    return line > 0 && line < INT_MAX ? (uint32_t)line : 0;
}

/* The next node below `root` in the order of the text; `deeper`: the node's own first.
 */
static xmlNode *next_node(xmlNode *node, const xmlNode *root, bool deeper)
{
    if (deeper && node->children && node->type == XML_ELEMENT_NODE)
        return node->children;
    while (node && node != root && !node->next)
        node = node->parent;
    return node && node != root ? node->next : NULL;
}

static xmlNode *first_below(xmlNode *node, const char *name)
{
    for (xmlNode *n = next_node(node, node, true); n; n = next_node(n, node, true)) {
        if (is(n, name))
            return n;
    }
    return NULL;
}

/* Text with each run of white space as one blank. */
static void add_text(struct walk *w, const xmlNode *node)
{
    const char *c = (const char *)node->content;

    if (w->text.length == 0)
        w->line = line_of(node->parent ? node->parent : node);
    for (; c && *c; c++) {
        bool no_break = c[0] == '\xc2' && c[1] == '\xa0'; /* &nbsp; */
        bool blank = no_break || strchr(" \t\r\n\f\v", *c) != NULL;

        c += no_break;

        if (!blank)
            buf_add(&w->text, c, 1);
        else if (w->text.length && w->text.text[w->text.length - 1] != ' ')
            buf_add(&w->text, " ", 1);
    }
}

static struct slice keep(struct walk *w)
{
    char *copy = arena_strndup(import_arena(w->page->in),
                               w->text.text ? w->text.text : "", w->text.length);
    struct slice slice = import_slice(copy ? copy : "", copy ? w->text.length : 0);

    if (!copy || !buf_ok(&w->text))
        w->page->failed = true;
    buf_clear(&w->text);
    return slice;
}

static size_t span_of(xmlNode *cell)
{
    xmlChar *text = xmlGetNoNsProp(cell, (const xmlChar *)"colspan");
    size_t span = 0;

    for (const xmlChar *c = text; c && *c >= '0' && *c <= '9' && span < MOST_SPAN; c++)
        span = span * 10 + (size_t)(*c - '0');
    xmlFree(text);
    return span < 1 ? 1 : span > MOST_SPAN ? MOST_SPAN : span;
}

static void take_cell(struct walk *w, xmlNode *cell)
{
    uint32_t line = line_of(cell);
    size_t span = span_of(cell);

    buf_clear(&w->text);
    for (xmlNode *n = next_node(cell, cell, true); n; n = next_node(n, cell, true)) {
        if (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE)
            add_text(w, n);
        else if (is(n, "br"))
            buf_text(&w->text, " ");
    }
    import_page_cell(w->page, keep(w), line);
    while (--span > 0)
        import_page_cell(w->page, import_slice("", 0), line);
}

static void flush(struct walk *w)
{
    struct slice text = keep(w);

    import_page_text(w->page, text, w->line);
}

static void take_table(struct walk *w, xmlNode *table)
{
    xmlNode *caption = first_below(table, "caption");

    if (caption) {
        for (xmlNode *n = next_node(caption, caption, true); n;
             n = next_node(n, caption, true)) {
            if (n->type == XML_TEXT_NODE)
                add_text(w, n);
        }
        flush(w);
    }
    for (xmlNode *n = next_node(table, table, true); n && !w->page->failed;
         n = next_node(n, table, !is(n, "td") && !is(n, "th"))) {
        if (is(n, "tr"))
            import_page_row(w->page, line_of(n));
        else if (is(n, "td") || is(n, "th"))
            take_cell(w, n);
    }
    import_page_end_table(w->page);
}

static void walk_document(struct walk *w, xmlNode *root)
{
    static const char *const hidden[] = { "script", "style", "head", NULL };
    static const char *const inside[] = { "b",    "i",    "em",  "strong", "a",
                                          "font", "span", "tt",  "code",   "sup",
                                          "sub",  "u",    "big", "small",  NULL };
    xmlNode *n = root;

    while (n && !w->page->failed) {
        bool table = is(n, "table") && !first_below(n, "table");
        bool skip = table || is_one_of(n, hidden);

        if (n->type == XML_TEXT_NODE)
            add_text(w, n);
        else if (n->type == XML_ELEMENT_NODE && !is_one_of(n, inside))
            flush(w);
        if (table)
            take_table(w, n);
        n = next_node(n, root, !skip);
    }
    flush(w);
}

/* It gives up below some hundred elements within each other. */
static void note_end(struct web_page *page, const xmlParserCtxt *parser)
{
    static const char what[] = "all that follows";
    int line = parser->input ? parser->input->line : 0;

    if (parser->errNo == XML_ERR_NO_MEMORY)
        page->failed = true;
    else if (parser->disableSAX)
        import_note(page->in, IMPORT_SKIPPED, line > 0 ? (uint32_t)line : 0, what,
                    sizeof what - 1, "too many elements stand within each other");
}

/* A zero byte would end the page. */
static const char *without_zeros(struct web_page *page,
                                 const struct import_source *source)
{
    char *copy;

    if (!memchr(source->text, '\0', source->size))
        return source->text;
    copy = arena_alloc(import_arena(page->in), source->size);
    page->failed = page->failed || !copy;
    if (!copy)
        return NULL;
    memcpy(copy, source->text, source->size);
    for (size_t i = 0; i < source->size; i++) {
        if (copy[i] == '\0')
            copy[i] = ' ';
    }
    return copy;
}

int import_page_of_html(struct web_page *page, const struct import_source *source)
{
    struct walk w = { .page = page };
    htmlParserCtxtPtr parser;
    htmlDocPtr doc = NULL;
    xmlNode *root;
    const char *text;

    if (source->size > INT_MAX)
        return -EFBIG;
    parser = htmlNewParserCtxt();
    text = without_zeros(page, source);
    if (parser && text)
        doc = htmlCtxtReadMemory(parser, text, (int)source->size, NULL, NULL,
                                 HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                                     HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    else
        page->failed = true;
    root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (root)
        walk_document(&w, root);
    if (parser)
        note_end(page, parser);
    buf_done(&w.text);
    xmlFreeDoc(doc);
    htmlFreeParserCtxt(parser);
    return page->failed ? -ENOMEM : 0;
}

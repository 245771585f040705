/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_parts.h - parts of a document, for the journal, the validator and tests
 */
#ifndef OUTPUT_XML_PARTS_H
#define OUTPUT_XML_PARTS_H

#include "output/xml.h"
#include "output/xml_map.h"

#include <libxml/xmlschemas.h>

/* ---- writing: each the very bytes that stand in a document ---- */

/*
 * The opening of a journal: root, the journal's own element, meta, catalogue, the
 * session's system and measurements (nothing judged), and the session up to where
 * its invocations follow.
 */
int xml_write_head(struct sink *sink, const struct doc *doc,
                   const struct session *session, const struct xml_journal *journal,
                   struct diag *why);

/* One element as it stands in a session: `element` is the map's for `object`. */
int xml_write_part(struct sink *sink, const struct doc *doc,
                   const struct xml_element *element, const void *object,
                   struct diag *why);

/*
 * The sessions and the measurements of a doc, without what is judged of them, each as
 * they stand in a document; and such pieces behind catalogue and systems of another doc
 * as one document. Of what it could not hold in memory whole.
 *
 * Needs: ids that are unique in all, and systems that the other doc has
 * Shape: fds[n]: files, read from their beginning
 */
int xml_write_rows(struct sink *sessions, struct sink *measurements,
                   const struct doc *doc, struct diag *why);
int xml_write_joined(struct sink *sink, const struct doc *doc, const int *fds, size_t n,
                     struct diag *why);

/* What closes a document after xml_write_head() and parts. */
extern const char xml_tail[];

/* ---- reading ---- */

/* Where bytes come from. */
struct xml_source {
    const char *name; /* for messages */
    /* Returns: bytes put there, 0 at the end, -1 on failure after setting .error */
    int (*read)(void *self, char *bytes, int length);
    int error; /* negative errno of a failed read */
    int fd;
    const char *bytes[2]; /* memory: two pieces, one after the other */
    size_t left[2];
    bool ended;   /* there is no more */
    char first;   /* byte but blanks that was read */
    char last[9]; /* bytes but blanks that were read, ends with NUL */
};

/* A file, or standard input for "-"; then to be closed even if it was not opened. */
int xml_source_open(struct xml_source *source, const char *path, struct diag *why);
void xml_source_close(struct xml_source *source);
int xml_source_read(struct xml_source *source, char *bytes, int length);
/* It has ended, without anything but blanks. */
bool xml_source_is_empty(const struct xml_source *source);
/* It has ended, and not with the end of a document. */
bool xml_source_is_cut(const struct xml_source *source);
void xml_source_memory(struct xml_source *source, const void *bytes, size_t length,
                       const char *tail, const char *name);

struct xml_reading {
    struct xml_journal *journal;  /* where the file is a journal: what its head says */
    xmlSchemaValidCtxtPtr schema; /* to hold the file against, or NULL */
    void (*tell)(void *self, const char *sentence); /* of each finding, with schema */
    void *self;
    bool broken; /* not well-formed, or hostile: not read any further */
};

/* Reads from `source` and adds to `doc`, as xml_read(). */
int xml_read_source(struct doc *doc, struct xml_source *source,
                    struct xml_reading *reading, struct diag *why);

int xml_read_memory(struct doc *doc, const void *bytes, size_t length, const char *name,
                    struct diag *why);

/*
 * The checks that no schema can say and that need no recomputing (interface.md 6).
 * Each finding is told in one sentence: "NAME: code: what is wrong".
 *
 * Returns: 0, -EBADMSG with findings, -ENOMEM
 */
int xml_check(const struct doc *doc, const char *name,
              void (*tell)(void *self, const char *sentence), void *self);

#endif

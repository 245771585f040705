/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing.c - other people's files, one after the other, into one document
 */
#include "app/importing.h"

#include "app/app.h"
#include "app/importing_join.h"
#include "output/xml_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_INPUT = 512 << 20 }; /* bytes of one file */

static int read_all(struct buf *buf, int fd, const char *path, struct diag *why)
{
    char bytes[65536];
    ssize_t n;

    buf_text(buf, "");
    while ((n = read(fd, bytes, sizeof bytes)) > 0 && buf_ok(buf)) {
        buf_add(buf, bytes, (size_t)n);
        if (buf->length > MOST_INPUT)
            return diag_set(why, -EFBIG, "%s: it is longer than %d MiB", path,
                            MOST_INPUT >> 20);
    }
    if (n < 0)
        return diag_set(why, -errno, "%s: %s", path, strerror(errno));
    return buf_ok(buf) ? 0 : diag_set(why, -ENOMEM, "%s: no memory to read it", path);
}

static int read_file(struct buf *buf, const char *path, struct diag *why)
{
    int fd, rc;

    if (strcmp(path, "-") == 0)
        return read_all(buf, STDIN_FILENO, "standard input", why);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return diag_set(why, -errno, "%s: %s", path, strerror(errno));
    rc = read_all(buf, fd, path, why);
    close(fd);
    return rc;
}

/* Name and size as well, so that no two lists of files are the same bytes. */
static void digest(struct importing *importing, const struct import_source *source)
{
    const char *slash = strrchr(source->name, '/');
    const char *name = slash ? slash + 1 : source->name;
    uint64_t size = source->size;

    sha256_update(&importing->sha, strlen(name) + 1, (const uint8_t *)name);
    sha256_update(&importing->sha, sizeof size, (const uint8_t *)&size);
    sha256_update(&importing->sha, source->size, (const uint8_t *)source->text);
}

static void tell(struct importing *importing, const char *name,
                 const struct import_log *log)
{
    for (size_t i = 0; i < log->n_notes; i++) {
        const struct import_note *note = &log->notes[i];

        importing->notes[note->kind]++;
        if (importing->report)
            printf("%s:%" PRIu32 ": %s: %s (%s)\n", name, note->line,
                   import_note_name[note->kind], note->text, note->why);
    }
}

static int keep(struct importing *importing, struct doc *doc, struct diag *why)
{
    struct sink sinks[2];
    int rc = importing_join(importing, doc);

    if (rc < 0)
        return diag_set(why, rc, "no memory");
    for (int i = 0; i < 2; i++)
        sink_open_fd(&sinks[i], fileno(importing->kept[i]));
    rc = xml_write_rows(&sinks[0], &sinks[1], doc, why);
    for (int i = 0; i < 2; i++) {
        if (rc < 0)
            sink_abandon(&sinks[i]);
        else
            rc = sink_finish(&sinks[i], why);
    }
    return rc;
}

enum { CHANCE = 3 }; /* so few values may be alike in two runs */

/* The name of the file that held the same bytes; NULL: none did. A copy would count as
   a repeat and its spread as none. */
static const char *seen_as(const struct importing *importing, const uint8_t *digest)
{
    for (size_t i = 0; i < importing->n_seen; i++) {
        if (memcmp(importing->seen[i].digest, digest, SHA256_DIGEST_SIZE) == 0)
            return importing->seen[i].name;
    }
    return NULL;
}

static int remember(struct importing *importing, const char *name,
                    const uint8_t *digest)
{
    struct importing_seen *wide =
        arena_grow(importing->doc->arena, importing->seen, &importing->seen_capacity,
                   importing->n_seen + 1, sizeof *wide);

    if (!wide)
        return -ENOMEM;
    importing->seen = wide;
    wide[importing->n_seen].name = name;
    memcpy(wide[importing->n_seen++].digest, digest, SHA256_DIGEST_SIZE);
    return 0;
}

/* Of what was read: whether it is new; 0: it counted before, and this was told. */
static int is_new(struct importing *importing, const struct import_source *source,
                  const struct import_log *log)
{
    uint8_t sum[SHA256_DIGEST_SIZE];
    struct sha256_ctx sha;
    const char *before;

    sha256_init(&sha);
    sha256_update(&sha, source->size, (const uint8_t *)source->text);
    sha256_digest(&sha, sizeof sum, sum);
    before = log->values > CHANCE ? seen_as(importing, sum) : NULL;
    if (before) {
        app_error("%s: the same bytes as %s, which count once", source->name, before);
        return 0;
    }
    return remember(importing, source->name, sum) < 0 ? -ENOMEM : 1;
}

static int take(struct importing *importing, const struct import_source *source,
                struct doc *doc)
{
    struct import_log log;
    struct diag why = { 0 };
    int rc = import_read(doc, source, importing->as, &log, &why), fresh;

    if (rc < 0 && rc != -ENOMSG)
        return app_fail(&why, rc == -EINVAL ? APP_USAGE : APP_INTERNAL);
    fresh = rc < 0 ? 1 : is_new(importing, source, &log);
    if (fresh < 0)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    if (!fresh)
        return APP_OK;
    tell(importing, source->name, &log);
    if (rc < 0) {
        app_error("%s", diag_text(&why));
        return APP_OK;
    }
    app_say(APP_VERBOSE, "errbar: %s: %zu values in %zu sessions, read as %s",
            source->name, log.values, log.sessions, log.kind->name);
    importing->files++;
    importing->values += log.values;
    if (importing->write && keep(importing, doc, &why) < 0)
        return app_fail(&why, why.rc == -ENOMEM ? APP_INTERNAL : APP_OUTPUT);
    if (!importing->write)
        importing->sessions += log.sessions;
    return APP_OK;
}

static int add(struct importing *importing, const struct import_source *source)
{
    struct doc *doc = doc_new();
    int code = doc ? take(importing, source, doc)
                   : app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);

    doc_free(doc);
    return code;
}

int importing_add(struct importing *importing, const char *path)
{
    struct buf buf = { 0 };
    struct diag why = { 0 };
    int rc = read_file(&buf, path, &why), code;

    if (rc < 0) {
        code = app_fail(&why, rc == -ENOMEM ? APP_INTERNAL : APP_DATA);
    } else {
        const struct import_source source = { path, buf.text, buf.length };

        digest(importing, &source);
        code = add(importing, &source);
    }
    buf_done(&buf);
    return code;
}

int importing_begin(struct importing *importing, struct diag *why)
{
    sha256_init(&importing->sha);
    importing->doc = doc_new();
    if (!importing->doc)
        return diag_set(why, -ENOMEM, "no memory");
    for (int i = 0; importing->write && i < 2; i++) {
        importing->kept[i] = tmpfile();
        if (!importing->kept[i])
            return diag_set(why, -errno, "no temporary file can be made: %s",
                            strerror(errno));
    }
    return 0;
}

static int write_doc(struct sink *sink, void *self, struct diag *why)
{
    const struct importing *importing = self;
    const int fds[] = { fileno(importing->kept[0]), fileno(importing->kept[1]) };

    return xml_write_joined(sink, importing->doc, fds, 2, why);
}

int importing_write(struct importing *importing, const char *path)
{
    return app_output(path, write_doc, importing);
}

void importing_done(struct importing *importing)
{
    for (int i = 0; i < 2; i++) {
        if (importing->kept[i])
            fclose(importing->kept[i]);
    }
    import_systems_done(&importing->systems);
    doc_free(importing->doc);
}

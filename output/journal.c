/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * journal.c - the truth while a run lasts
 *
 * A journal is a document without its end: the writer puts every element on lines of
 * its own and escapes line ends in texts, so that where the last complete one ends can
 * be seen from the lines alone. Closing tags behind that make it a document again.
 */
#include "output/journal.h"

#include "base/num.h"
#include "output/xml_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
    int fd;
    char *path;
    bool unnamed; /* path is not there yet */
    off_t length; /* of what is whole */
    const struct doc *doc;
};

static struct journal *new_journal(const char *path, const struct doc *doc)
{
    struct journal *j = calloc(1, sizeof *j);

    if (!j)
        return NULL;
    j->fd = -1;
    j->doc = doc;
    j->path = strdup(path);
    if (!j->path) {
        free(j);
        return NULL;
    }
    return j;
}

static int lock(const struct journal *j, struct diag *why)
{
    if (flock(j->fd, LOCK_EX | LOCK_NB) == 0)
        return 0;
    if (errno == EWOULDBLOCK)
        return diag_set(why, -EWOULDBLOCK, "another errbar is using %s", j->path);
    return diag_set(why, -errno, "cannot lock %s: %s", j->path, strerror(errno));
}

/* Writes all of it or nothing. */
static int append(struct journal *j, const char *bytes, size_t n, struct diag *why)
{
    size_t done = 0;
    int rc = 0;

    while (done < n && rc == 0) {
        ssize_t got = write(j->fd, bytes + done, n - done);

        if (got > 0)
            done += (size_t)got;
        else if (got == 0 || errno != EINTR)
            rc = got == 0 ? -EIO : -errno;
    }
    if (rc == 0) {
        j->length += (off_t)n;
        return 0;
    }
    diag_set(why, rc, "cannot write %s: %s; what it holds so far is safe", j->path,
             strerror(-rc));
    if (ftruncate(j->fd, j->length) < 0)
        diag_set(why, rc, "cannot write %s: %s; its last lines are cut", j->path,
                 strerror(-rc));
    return rc;
}

static int append_part(struct journal *j, const struct xml_element *element,
                       const void *object, struct diag *why)
{
    struct sink sink;
    int rc;

    sink_open_memory(&sink);
    rc = xml_write_part(&sink, j->doc, element, object, why);
    if (rc == 0)
        rc = append(j, sink.buf.text, sink.buf.length, why);
    sink_abandon(&sink);
    return rc;
}

int journal_add(struct journal *j, const struct invocation *i, struct diag *why)
{
    return append_part(j, &xml_invocation, i, why);
}

int journal_add_row(struct journal *j, const struct measurement *m, struct diag *why)
{
    return append_part(j, &xml_measurement, m, why);
}

int journal_add_event(struct journal *j, const struct doc_event *e, struct diag *why)
{
    return append_part(j, &xml_event, e, why);
}

int journal_sync(struct journal *j, struct diag *why)
{
    if (fdatasync(j->fd) == 0)
        return 0;
    return diag_set(why, -errno, "cannot write %s to disk: %s", j->path,
                    strerror(errno));
}

const char *journal_path(const struct journal *j)
{
    return j->path;
}

void journal_close(struct journal *j, bool done)
{
    if (!j)
        return;
    if (done && !j->unnamed)
        unlink(j->path);
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    free(j);
}

/* ---- a new one ---- */

static int append_head(struct journal *j, const struct journal_plan *plan,
                       struct diag *why)
{
    const struct doc *doc = j->doc;
    struct xml_journal head = { .plan = *plan, .args = (const char **)plan->argv };
    struct sink sink;
    int rc;

    while (plan->argv && plan->argv[head.n_args])
        head.n_args++;
    sink_open_memory(&sink);
    rc = xml_write_head(&sink, doc, doc->sessions[doc->n_sessions - 1], &head, why);
    if (rc == 0)
        rc = append(j, sink.buf.text, sink.buf.length, why);
    sink_abandon(&sink);
    return rc;
}

/* The file and its name in the directory are on disk. */
static int sync_head(struct journal *j, struct diag *why)
{
    char *path = strdup(j->path);
    int fd = path ? open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int rc = 0;

    if (fsync(j->fd) < 0 || fd < 0 || fsync(fd) < 0)
        rc = diag_set(why, path ? -errno : -ENOMEM, "cannot write %s to disk: %s",
                      j->path, strerror(errno));
    if (fd >= 0)
        close(fd);
    free(path);
    return rc;
}

static int cannot_start(const struct journal *j, int rc, struct diag *why)
{
    return diag_set(why, rc, "cannot start the journal %s: %s%s", j->path,
                    strerror(-rc),
                    rc == -EEXIST ? "; 'errbar resume' goes on with it" : "");
}

/*
 * A file that gets its name when its head is whole, so that a kill before that leaves
 * nothing. Where the file system has no such files it has its name from the start.
 */
static int create(struct journal *j, struct diag *why)
{
    enum { HOW = O_RDWR | O_APPEND | O_CLOEXEC, MODE = 0600 };
    char *path = strdup(j->path);

    if (!path)
        return diag_set(why, -ENOMEM, "no memory for a journal");
    j->unnamed = true;
    if (access(j->path, F_OK) < 0) {
        j->fd = open(dirname(path), O_TMPFILE | HOW, MODE);
        if (j->fd < 0) {
            j->fd = open(j->path, O_CREAT | O_EXCL | HOW, MODE);
            j->unnamed = j->fd < 0;
        }
    } else {
        errno = EEXIST;
    }
    free(path);
    return j->fd < 0 ? cannot_start(j, -errno, why) : 0;
}

static int give_name(struct journal *j, struct diag *why)
{
    char self[sizeof "/proc/self/fd/" + NUM_TEXT] = "/proc/self/fd/";

    if (!j->unnamed)
        return 0;
    num_from_i64(self + strlen(self), j->fd);
    if (linkat(AT_FDCWD, self, AT_FDCWD, j->path, AT_SYMLINK_FOLLOW) < 0)
        return cannot_start(j, -errno, why);
    j->unnamed = false;
    return 0;
}

int journal_new(struct journal **out, const char *path, const struct doc *doc,
                const struct journal_plan *plan, struct diag *why)
{
    struct journal *j = new_journal(path, doc);
    int rc;

    if (!j)
        return diag_set(why, -ENOMEM, "no memory for a journal");
    rc = create(j, why);
    if (rc == 0)
        rc = lock(j, why);
    if (rc == 0)
        rc = append_head(j, plan, why);
    if (rc == 0)
        rc = give_name(j, why);
    if (rc == 0)
        rc = sync_head(j, why);
    if (rc < 0)
        journal_close(j, true);
    else
        *out = j;
    return rc;
}

/* ---- one that is there ---- */

static bool starts(const char *line, size_t n, const char *text)
{
    return n >= strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

static bool ends(const char *line, size_t n, const char *text)
{
    return n >= strlen(text) &&
           memcmp(line + n - strlen(text), text, strlen(text)) == 0;
}

/* An element of the session ends with this line, or the session begins in it. */
static bool is_whole(const char *line, size_t n)
{
    if (starts(line, n, "  <session "))
        return ends(line, n, ">");
    if (starts(line, n, "    </"))
        return ends(line, n, ">");
    return starts(line, n, "    <") && ends(line, n, "/>");
}

/* Length of the file up to the end of its last complete element. */
static size_t whole_length(const char *bytes, size_t n)
{
    while (n) {
        const char *before = memrchr(bytes, '\n', n - 1);
        size_t start = before ? (size_t)(before - bytes) + 1 : 0;
        size_t length = n - start - (bytes[n - 1] == '\n');

        if (is_whole(bytes + start, length))
            break;
        n = start;
    }
    return n;
}

static int take_plan(struct doc *doc, const struct xml_journal *head,
                     struct journal_plan *plan)
{
    const char **argv = arena_alloc(doc->arena, (head->n_args + 1) * sizeof *argv);

    if (!argv)
        return -ENOMEM;
    if (head->n_args)
        memcpy(argv, head->args, head->n_args * sizeof *argv);
    *plan = head->plan;
    plan->argv = argv;
    return 0;
}

/* Reads what is whole; *length is how much of the file that is. */
static int read_whole(struct journal *j, struct doc *doc, struct journal_plan *plan,
                      const char *bytes, size_t *length, struct diag *why)
{
    struct xml_journal head = { 0 };
    struct xml_reading reading = { .journal = &head };
    struct xml_source source;
    int rc;

    *length = whole_length(bytes, *length);
    xml_source_memory(&source, bytes, *length, xml_tail, j->path);
    rc = xml_read_source(doc, &source, &reading, why);
    if (rc == 0 && !head.found)
        rc = diag_set(why, -EBADMSG, "%s is no journal of errbar", j->path);
    else if (rc == -EBADMSG)
        diag_where(why, "the journal cannot be read, or is cut before its first line "
                        "of data");
    if (rc == 0)
        rc = take_plan(doc, &head, plan);
    return rc;
}

static int cut(struct journal *j, size_t length, bool line_end, struct diag *why)
{
    j->length = (off_t)length;
    if (ftruncate(j->fd, j->length) < 0)
        return diag_set(why, -errno, "cannot cut the incomplete end off %s: %s",
                        j->path, strerror(errno));
    return line_end ? 0 : append(j, "\n", 1, why);
}

static int go_on(struct journal *j, struct doc *doc, struct journal_plan *plan,
                 struct diag *why)
{
    struct stat st;
    size_t length;
    char *bytes;
    bool line_end;
    int rc;

    if (fstat(j->fd, &st) < 0)
        return diag_set(why, -errno, "cannot read %s: %s", j->path, strerror(errno));
    if (st.st_nlink == 0) /* its run was completed while we were waiting for it */
        return diag_set(why, -ENOENT, "%s is gone: its run is complete", j->path);
    if (!S_ISREG(st.st_mode) || st.st_size == 0)
        return diag_set(why, -EBADMSG, "%s is no journal of errbar", j->path);
    length = (size_t)st.st_size;
    bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, j->fd, 0);
    if (bytes == MAP_FAILED)
        return diag_set(why, -errno, "cannot read %s: %s", j->path, strerror(errno));
    rc = read_whole(j, doc, plan, bytes, &length, why);
    line_end = length == 0 || bytes[length - 1] == '\n';
    munmap(bytes, (size_t)st.st_size);
    return rc < 0 ? rc : cut(j, length, line_end, why);
}

int journal_open(struct journal **out, const char *path, struct doc *doc,
                 struct journal_plan *plan, struct diag *why)
{
    struct journal *j = new_journal(path, doc);
    int rc;

    if (!j)
        return diag_set(why, -ENOMEM, "no memory for a journal");
    j->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY);
    rc = j->fd < 0 ? diag_set(why, -errno, "cannot open the journal %s: %s", path,
                              strerror(errno))
                   : lock(j, why);
    if (rc == 0)
        rc = go_on(j, doc, plan, why);
    if (rc < 0)
        journal_close(j, false);
    else
        *out = j;
    return rc;
}

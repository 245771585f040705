/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * paths.c - where things lie: journals, results, the worker, the schema
 */
#include "app/app.h"
#include "app/config.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int app_make_dir(const char *path, struct diag *why)
{
    char *copy = strdup(path);
    int rc = copy ? 0 : -ENOMEM;
    struct stat st;

    for (char *p = copy ? copy + 1 : NULL; p && rc == 0; p++) {
        p = strchrnul(p, '/');
        if (*p) {
            *p = '\0';
            /* what is wrong with a parent shows at the last step */
            mkdir(copy, 0777);
            *p = '/';
            continue;
        }
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            rc = -errno;
        else if (stat(copy, &st) < 0 || !S_ISDIR(st.st_mode))
            rc = -ENOTDIR;
        break;
    }
    free(copy);
    if (rc < 0)
        diag_set(why, rc, "cannot make the directory %s: %s", path, strerror(-rc));
    return rc;
}

static const char *home(void)
{
    const char *home = getenv("HOME");
    const struct passwd *user;

    if (home && *home)
        return home;
    user = getpwuid(getuid());
    return user && user->pw_dir ? user->pw_dir : "/tmp";
}

/* An XDG base directory's errbar folder; made once, kept for the program's life. */
static const char *base_dir(const char *variable, const char *below_home,
                            const char *below, struct diag *why)
{
    const char *base = getenv(variable);
    char *path = NULL;
    int n = base && *base == '/'
                ? asprintf(&path, "%s/%s", base, below)
                : asprintf(&path, "%s/%s/%s", home(), below_home, below);

    if (n < 0) {
        diag_set(why, -ENOMEM, "no memory");
        return NULL;
    }
    if (app_make_dir(path, why) < 0) {
        free(path);
        return NULL;
    }
    return path;
}

const char *app_journal_dir(struct diag *why)
{
    return base_dir("XDG_STATE_HOME", ".local/state", "errbar", why);
}

const char *app_data_dir(struct diag *why)
{
    return base_dir("XDG_DATA_HOME", ".local/share", "errbar", why);
}

const char *app_result_dir(struct diag *why)
{
    return base_dir("XDG_DATA_HOME", ".local/share", "errbar/results", why);
}

/*
 * The first of these that holds `file`: what the environment says, beside the program
 * (a build tree, or a prefix that was moved), where it was to be installed.
 */
static const char *find(const char *variable, const char *const *beside,
                        const char *installed, const char *file, struct diag *why)
{
    char self[4096], *slash, *path = NULL;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *asked = getenv(variable);

    self[n > 0 ? n : 0] = '\0';
    slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0;; i++) {
        bool last = !asked && !(slash && beside[i]);

        if (asked)
            n = asprintf(&path, "%s", asked);
        else if (last)
            n = asprintf(&path, "%s", installed);
        else
            n = asprintf(&path, "%s/%s", self, beside[i]);
        if (n >= 0) {
            char *whole = NULL;
            bool there =
                asprintf(&whole, "%s/%s", path, file) >= 0 && access(whole, R_OK) == 0;

            free(whole);
            if (there)
                return path;
            if (asked || last)
                diag_set(
                    why, -ENOENT,
                    "%s is not in %s: is errbar installed completely? (%s names the "
                    "directory)",
                    file, path, variable);
            free(path);
        }
        if (asked || last)
            return NULL;
    }
}

const char *app_libexec_dir(struct diag *why)
{
    static const char *const beside[] = { "../helpers", "../libexec/errbar", NULL };

    return find("ERRBAR_LIBEXEC", beside, ERRBAR_LIBEXECDIR, "errbar-worker", why);
}

const char *app_built_page(const char *page)
{
    char self[4096], *slash;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    self[n > 0 ? n : 0] = '\0';
    slash = strrchr(self, '/');
    for (const char *section = "157"; slash && *section; section++) {
        char *path;

        if (asprintf(&path, "%.*s/../../docs/%s.%c", (int)(slash - self), self, page,
                     *section) < 0)
            return NULL;
        if (access(path, R_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

const char *app_schema_path(struct diag *why)
{
    static const char file[] = "errbar-results-1.xsd";
    static const char *const beside[] = { "../../schemas", "../share/errbar/schemas",
                                          NULL };
    const char *dir = find("ERRBAR_SCHEMAS", beside, ERRBAR_SCHEMADIR, file, why);
    char *path = NULL;

    if (dir && asprintf(&path, "%s/%s", dir, file) < 0)
        path = NULL;
    return path;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * private.c - whether a text holds something that identifies a machine or its user
 *
 * It looks at one word after another. Better a name too many than one too few: what it
 * finds in a fact is not recorded, and `show --private` asks a person.
 */
#include "probe/probe.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD = 254 }; /* no host name is longer, and nothing else of these is */

static bool all_of(const char *word, size_t n, const char *set)
{
    return strspn(word, set) >= n;
}

#define HEX "0123456789abcdefABCDEF"

/* 6f6a1f5e-0000-4000-8000-00000000002a, or the 32 digits of a machine id. */
static bool is_uuid(const char *word)
{
    static const size_t groups[] = { 8, 4, 4, 4, 12 };
    const char *at = word;

    if (strlen(word) == 32)
        return all_of(word, 32, HEX);
    if (strlen(word) != 36)
        return false;
    for (size_t i = 0; i < 5; i++) {
        if (strspn(at, HEX) != groups[i])
            return false;
        at += groups[i];
        if (*at++ != (i < 4 ? '-' : '\0'))
            return false;
    }
    return true;
}

/* Six pairs of hex digits, or eight, with the same mark between all of them. */
static bool is_mac(const char *word)
{
    size_t n = strlen(word);

    if ((n != 17 && n != 23) || !strchr(":-", word[2]))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (i % 3 == 2 ? word[i] != word[2] : !isxdigit((unsigned char)word[i]))
            return false;
    }
    return true;
}

/* Addresses that mean the same machine everywhere name none. */
static bool is_everyones(const char *word)
{
    return strcmp(word, "0.0.0.0") == 0 || strncmp(word, "127.", 4) == 0 ||
           strcmp(word, "::") == 0 || strcmp(word, "::1") == 0;
}

/* An address, alone or with port or prefix; also between colons, as in ip=A::B:MASK. */
static bool is_ip(const char *word)
{
    unsigned char address[16];
    char copy[WORD + 1];
    size_t n = strcspn(word, "/%");

    snprintf(copy, sizeof copy, "%.*s", (int)n, word);
    if (inet_pton(AF_INET6, copy, address) == 1)
        return !is_everyones(copy);
    for (char *at = copy, *next; at; at = next) {
        next = strchr(at, ':');
        if (next)
            *next++ = '\0';
        if (inet_pton(AF_INET, at, address) == 1 && !is_everyones(at))
            return true;
    }
    return false;
}

/* /home/NAME, /Users/NAME, /root, also behind "file=" or "-I". */
static bool is_home(const char *word)
{
    static const char *const dirs[] = { "/home/", "/Users/", "/export/home/", NULL };
    const char *own = getenv("HOME"), *at;

    for (size_t i = 0; dirs[i]; i++) {
        at = strstr(word, dirs[i]);
        if (at && isalnum((unsigned char)at[strlen(dirs[i])]))
            return true;
    }
    at = strstr(word, "/root");
    if (at && (at[5] == '/' || !at[5]) &&
        (at == word || !isalnum((unsigned char)at[-1])))
        return true;
    at = own && own[0] == '/' && own[1] ? strstr(word, own) : NULL;
    return at && (at[strlen(own)] == '/' || !at[strlen(own)]);
}

/* Ends that domains have; two letters may be any country. */
static bool is_top_level(const char *label)
{
    static const char *const known[] = {
        "com",      "net",     "org",    "edu",   "gov",     "mil",         "int",
        "arpa",     "info",    "biz",    "name",  "dev",     "app",         "cloud",
        "tech",     "site",    "online", "local", "lan",     "localdomain", "internal",
        "intranet", "intern",  "corp",   "home",  "private", "localhost",   "test",
        "example",  "invalid", NULL
    };

    for (size_t i = 0; known[i]; i++) {
        if (strcasecmp(label, known[i]) == 0)
            return true;
    }
    return strlen(label) == 2 && isalpha((unsigned char)label[0]) &&
           isalpha((unsigned char)label[1]);
}

/* Two letters that more often end the name of a file or of a library. */
static bool is_suffix(const char *label)
{
    static const char *const known[] = {
        "gz", "so", "sh", "py", "pl", "md", "rs", "cc",
        "ko", "xz", "in", "ac", "am", "mk", "ps", NULL
    };

    for (size_t i = 0; known[i]; i++) {
        if (strcmp(label, known[i]) == 0)
            return true;
    }
    return false;
}

/* Two or more labels of letters, digits and hyphens, of which the last ends a domain.
 */
static bool is_host(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-.";
    char copy[WORD + 1], *last;
    size_t n, labels = 1;

    snprintf(copy, sizeof copy, "%s", word);
    copy[strcspn(copy, ":/")] = '\0';
    n = strlen(copy);
    if (n && copy[n - 1] == '.') /* the root's dot, or a full stop */
        copy[--n] = '\0';
    last = strrchr(copy, '.');
    if (!last || copy[0] == '.' || strstr(copy, "..") || !all_of(copy, n, letters))
        return false;
    for (const char *at = copy; (at = strchr(at, '.')); at++)
        labels++;
    /* 6.9.rc is no host: something before the end has a letter */
    return is_top_level(last + 1) && !(labels == 2 && is_suffix(last + 1)) &&
           strspn(copy, "0123456789.-") < (size_t)(last - copy);
}

/* somebody@somewhere */
static bool is_login(const char *word)
{
    const char *at = strchr(word, '@');

    return at && at > word && isalnum((unsigned char)at[-1]) &&
           isalnum((unsigned char)at[1]);
}

static const struct {
    bool (*is)(const char *word);
    const char *name;
} kinds[] = {
    { is_uuid, "UUID or machine id" },
    { is_mac, "hardware address" },
    { is_ip, "IP address" },
    { is_home, "home directory" },
    { is_login, "login or mail address" },
    { is_host, "host name" },
};

static const char *kind_of(const char *word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].is(word))
            return kinds[i].name;
    }
    return NULL;
}

/* The next word and its length: behind a scheme's "://", if there is one. */
static const char *next_word(const char *at, size_t *length)
{
    static const char marks[] = " \t\r\n\"'`<>()[]{}|;,=?&#*!";
    const char *scheme;

    at += strspn(at, marks);
    *length = strcspn(at, marks);
    scheme = strstr(at, "://");
    if (scheme && scheme < at + *length) {
        at = scheme + 3;
        *length = strcspn(at, marks);
    }
    return *at ? at : NULL;
}

const char *probe_identifies(const char *text)
{
    const char *found = NULL;
    size_t n;

    for (const char *at = text; !found && (at = next_word(at, &n)); at += n) {
        char word[WORD + 1];

        snprintf(word, sizeof word, "%.*s", (int)(n < WORD ? n : WORD), at);
        found = kind_of(word);
    }
    return found;
}

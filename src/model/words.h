/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * words.h - the few words that benchmarks and the document share
 *
 * A header of its own so that a benchmark sees no document.
 */
#ifndef MODEL_WORDS_H
#define MODEL_WORDS_H

/* A definition's relation to lmbench's of the same name. */
enum words_likeness {
    WORDS_LIKENESS_NONE, /* nothing of lmbench's has this name */
    WORDS_LIKENESS_SAME,
    WORDS_LIKENESS_CLOSE,
    WORDS_LIKENESS_DIFFERENT,
    WORDS_LIKENESS_COUNT
};

#endif

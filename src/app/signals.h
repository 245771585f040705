/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signals.h - what signals ask of a run
 */
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H

#include <stdbool.h>

struct shepherd;

/*
 * From now on: SIGINT and SIGHUP end the run and the program then dies by them;
 * SIGTERM, SIGUSR1 and SIGXCPU checkpoint it (exit 75); both abandon the invocation
 * that runs. SIGQUIT leaves the current row out. A second SIGINT kills at once; the
 * shepherd then cleans up.
 */
void signals_catch(void);
void signals_tell(struct shepherd *shepherd); /* whose invocation; NULL: nobody's */

int signals_stopped(void); /* the signal that ends the run; 0: none */
bool signals_skip(void);   /* SIGQUIT came since the last asking */

/* Ends the program as signal `number` asks: by the signal itself, or with exit 75. */
void signals_die(int number) __attribute__((noreturn));

#endif

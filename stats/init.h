/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * init.h - what a program does once before it uses the room
 */
#ifndef STATS_INIT_H
#define STATS_INIT_H

/*
 * Switches GSL's error handler off, which would end the process: every function of
 * this room checks what GSL returns. Once per program, before any thread starts.
 */
void st_init(void);

#endif

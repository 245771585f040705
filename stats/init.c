/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * init.c - what a program does once before it uses the room
 */
#include "stats/init.h"

#include <gsl/gsl_errno.h>

void st_init(void)
{
    gsl_set_error_handler_off();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * commands.c - the table of commands, in the order that help shows them
 */
#include "app/commands.h"

const struct app_command *const app_commands[] = {
    &cmd_run,    &cmd_resume,   &cmd_list,  &cmd_info,   &cmd_doctor,  &cmd_noise,
    &cmd_report, &cmd_compare,  &cmd_ab,    &cmd_import, &cmd_show,    &cmd_export,
    &cmd_judge,  &cmd_validate, &cmd_serve, &cmd_help,   &cmd_version, NULL,
};

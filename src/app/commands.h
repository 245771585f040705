/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * commands.h - the commands there are, one file each
 */
#ifndef APP_COMMANDS_H
#define APP_COMMANDS_H

#include "app/app.h"

extern const struct app_command cmd_run, cmd_resume, cmd_list, cmd_info, cmd_judge,
    cmd_noise, cmd_compare, cmd_ab, cmd_validate, cmd_show, cmd_export, cmd_report,
    cmd_doctor, cmd_import, cmd_serve, cmd_help, cmd_version;

#endif

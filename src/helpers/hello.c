/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hello.c - the least that a program can do: writes twelve bytes and ends
 */
#include <unistd.h>

int main(void)
{
    static const char text[12] = "errbar here\n";

    return write(STDOUT_FILENO, text, sizeof text) == (ssize_t)sizeof text ? 0 : 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hypervisor.h - what the processor itself says of the hypervisor below
 */
#ifndef OS_HYPERVISOR_H
#define OS_HYPERVISOR_H

/*
 * The hypervisor's own word, such as "KVMKVMKVM".
 *
 * Shape:   word[13]
 * Returns: 0; -ENOENT without a hypervisor, -ENOTSUP where processors have no such word
 */
int os_hypervisor(char word[13]);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_tables.c - the tables of the page that compares kernels, as constant data
 *
 * Captions, labels and order are those of the SMP kernel page of 2002, beside which a
 * page of ours is to be read. Source: spec/lmbench.md 5.
 */
#include "output/web.h"

#define VALUE(label_, id, filter, unit, digits)                           \
    {                                                                     \
        .kind = WEB_VALUE, .label = label_, .shows = id, .where = filter, \
        .in_base = unit, .decimals = digits                               \
    }
#define US(label, id, filter) VALUE(label, id, filter, 1e-6, 2)
#define MB(label, id, filter) VALUE(label, id, filter, 1e6, 2)
#define FILES(label_, id, filter)                                         \
    {                                                                     \
        .kind = WEB_VALUE, .label = label_, .shows = id, .where = filter, \
        .in_base = 1, .inverse = true                                     \
    }
#define GROUP(label_)                      \
    {                                      \
        .kind = WEB_GROUP, .label = label_ \
    }
#define NOTE(label_)                      \
    {                                     \
        .kind = WEB_NOTE, .label = label_ \
    }
#define LAST            \
    {                   \
        .kind = WEB_END \
    }

static const struct web_row_layout simple[] = {
    US("Simple syscall", "lat_syscall.null", NULL),
    US("Simple read", "lat_syscall.read", NULL),
    US("Simple write", "lat_syscall.write", NULL),
    US("Simple stat", "lat_syscall.stat", NULL),
    US("Simple fstat", "lat_syscall.fstat", NULL),
    US("Simple open/close", "lat_syscall.open", NULL),
    US("Select on 10 fd's", "lat_select.file", "fds=10"),
    US("Select on 100 fd's", "lat_select.file", "fds=100"),
    US("Select on 250 fd's", "lat_select.file", "fds=250"),
    US("Select on 500 fd's", "lat_select.file", "fds=500"),
    US("Select on 10 tcp fd's", "lat_select.tcp", "fds=10"),
    US("Select on 100 tcp fd's", "lat_select.tcp", "fds=100"),
    US("Select on 250 tcp fd's", "lat_select.tcp", "fds=250"),
    US("Select on 500 tcp fd's", "lat_select.tcp", "fds=500"),
    US("Signal handler installation", "lat_sig.install", NULL),
    US("Signal handler overhead", "lat_sig.catch", NULL),
    US("Protection fault", "lat_sig.prot", NULL),
    US("Pipe latency", "lat_pipe", NULL),
    US("AF_UNIX sock stream latency", "lat_unix", NULL),
    US("Process fork+exit", "lat_proc.fork", NULL),
    US("Process fork+execve", "lat_proc.exec", NULL),
    VALUE("Process fork+/bin/sh -c", "lat_proc.shell", NULL, 1e-6, 0),
    LAST,
};

static const struct web_row_layout files[] = {
    GROUP("Creations"),
    FILES("0k", "lat_fs.create", "size=0"),
    FILES("1k", "lat_fs.create", "size=1K"),
    FILES("4k", "lat_fs.create", "size=4K"),
    FILES("10k", "lat_fs.create", "size=10K"),
    GROUP("Removals"),
    FILES("0k", "lat_fs.delete", "size=0"),
    FILES("1k", "lat_fs.delete", "size=1K"),
    FILES("4k", "lat_fs.delete", "size=4K"),
    FILES("10k", "lat_fs.delete", "size=10K"),
    LAST,
};

#define HERE "host?=localhost"
static const struct web_row_layout communication[] = {
    US("UDP latency using localhost", "lat_udp", HERE),
    US("TCP latency using localhost", "lat_tcp", HERE),
    US("RPC/tcp latency using localhost", "lat_rpc.tcp", HERE),
    US("RPC/udp latency using localhost", "lat_rpc.udp", HERE),
    US("TCP/IP connection cost to localhost", "lat_connect", HERE),
    NOTE("Note: Latency is in microseconds"),
    MB("Socket bandwidth using localhost", "bw_tcp", "message?=max " HERE),
    MB("AF_UNIX sock stream bandwidth", "bw_unix", NULL),
    MB("Pipe bandwidth", "bw_pipe", NULL),
    NOTE("Note: Bandwidth is in MB/sec"),
    LAST,
};

#define PROCS(n, size) US(#n, "lat_ctx", "size=" size " procs=" #n)
#define RING(size, head)                                                    \
    GROUP("size=" head), PROCS(2, size), PROCS(4, size), PROCS(8, size),    \
        PROCS(16, size), PROCS(24, size), PROCS(32, size), PROCS(64, size), \
        PROCS(96, size)
static const struct web_row_layout context[] = {
    RING("0", "0k"),
    RING("4K", "4k"),
    RING("8K", "8k"),
    RING("16K", "16k"),
    RING("32K", "32k"),
    RING("64K", "64k"),
    LAST,
};

const struct web_section web_sections[] = {
    { "Simple function latency. Data are times in microseconds.", "Test Cases",
      simple },
    { "File system throughput. Data are number of creations or removals per second.",
      "File Size", files },
    { "Communication latency and bandwidth. Data are times in microseconds for latency "
      "and MB/sec for bandwidth.",
      NULL, communication },
    { "Context switching latency. Data are times in microseconds.", "Test Cases",
      context },
    { NULL, NULL, NULL },
};

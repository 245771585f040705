/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_names.c - the names that test suites gave to what they run of lmbench
 *
 * Names of LTP-DDT as Texas Instruments publishes them, "lat_ctx-2-128k", and of
 * converters that write benchmark and variant, "lat_ctx" "sz128k_p2", here joined by
 * "-". Source: the tables themselves.
 */
#include "import/web_label.h"

#include "base/buf.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/*
 * "%" is a number; the params say what becomes of the n-th: "$1" as it is, "$1k" times
 * 1024, "$1m" times 1048576, "$1M" times 1000000. Of what has no id, they are the
 * reason.
 */
static const struct name {
    const char *name, *id, *params;
} names[] = {
    { "lat_syscall-null", "lat_syscall.null", NULL },
    { "lat_syscall-read", "lat_syscall.read", NULL },
    { "lat_syscall-write", "lat_syscall.write", NULL },
    { "lat_syscall-stat", "lat_syscall.stat", NULL },
    { "lat_syscall-fstat", "lat_syscall.fstat", NULL },
    { "lat_syscall-open", "lat_syscall.open", NULL },
    { "lat_select", NULL, "it is not said on how many descriptors" },
    { "select_on_%_tcp_fds", "lat_select.tcp", "fds=$1" },
    { "select_on_%_fds", "lat_select.file", "fds=$1" },
    { "lat_select-file_n%", "lat_select.file", "fds=$1" },
    { "lat_select-tcp_n%", "lat_select.tcp", "fds=$1" },
    { "lat_sig-install", "lat_sig.install", NULL },
    { "lat_sig-catch", "lat_sig.catch", NULL },
    { "lat_sig-prot", "lat_sig.prot", NULL },
    { "signal_handler_latency", "lat_sig.install", NULL },
    { "signal_handler_overhead", "lat_sig.catch", NULL },
    { "protection_fault", "lat_sig.prot", NULL },
    { "lat_proc-proccall", "lat_proc.procedure", NULL },
    { "lat_proc-procedure", "lat_proc.procedure", NULL },
    { "procedure_call", "lat_proc.procedure", NULL },
    { "lat_proc-fork", "lat_proc.fork", NULL },
    { "lat_proc-exec", "lat_proc.exec", NULL },
    { "lat_proc-shell", "lat_proc.shell", NULL },
    { "lat_pipe", "lat_pipe", NULL },
    { "lat_pipe-rt", "lat_pipe", NULL },
    { "pipe_latency", "lat_pipe", NULL },
    { "lat_unix", "lat_unix", NULL },
    { "lat_unix-rt", "lat_unix", NULL },
    { "af_unix_sock_stream_latency", "lat_unix", NULL },
    { "lat_fifo", "lat_fifo", NULL },
    { "lat_fifo-rt", "lat_fifo", NULL },
    { "lat_sem", "lat_sem", NULL },
    { "lat_sem-rt", "lat_sem", NULL },
    { "semaphore_latency", "lat_sem", NULL },
    { "lat_fcntl", "lat_fcntl", NULL },
    { "lat_udp", "lat_udp", "host=localhost" },
    { "lat_udp-lhost", "lat_udp", "host=localhost" },
    { "udp_latency_using_localhost", "lat_udp", "host=localhost" },
    { "lat_tcp", "lat_tcp", "host=localhost" },
    { "lat_tcp-lhost", "lat_tcp", "host=localhost" },
    { "tcp_latency_using_localhost", "lat_tcp", "host=localhost" },
    { "lat_rpc-udp_lhost", "lat_rpc.udp", "host=localhost" },
    { "lat_rpc-tcp_lhost", "lat_rpc.tcp", "host=localhost" },
    { "lat_connect", "lat_connect", "host=localhost" },
    { "lat_connect-lhost", "lat_connect", "host=localhost" },
    { "tcp_ip_connection_cost_to_localhost", "lat_connect", "host=localhost" },
    { "lat_http-bw_lhost", "lat_http.rate", NULL },
    { "lat_ctx-%-%k", "lat_ctx", "size=$2k procs=$1" },
    { "lat_ctx-sz%k_p%", "lat_ctx", "size=$1k procs=$2" },
    { "lat_fs-%k", NULL, "a count of files, no time" },
    { "lat_fs-sz%k_niters", NULL, "a count of files, no time" },
    { "lat_fs-sz%k_create", "lat_fs.create", "size=$1k" },
    { "lat_fs-sz%k_unlink", "lat_fs.delete", "size=$1k" },
    { "lat_pagefault", "lat_pagefault", NULL },
    { "lat_pagefault-minor", "lat_pagefault", NULL },
    { "lat_mmap-%m", "lat_mmap", "size=$1m" },
    { "lat_mmap-%mb", "lat_mmap", "size=$1m" },
    { "lat_mmap-sz%mb", "lat_mmap", "size=$1M" },
    { "bw_pipe", "bw_pipe", NULL },
    { "bw_pipe-bw", "bw_pipe", NULL },
    { "pipe_bandwidth", "bw_pipe", NULL },
    { "bw_unix", "bw_unix", NULL },
    { "bw_unix-bw", "bw_unix", NULL },
    { "af_unix_socket_stream_bandwidth", "bw_unix", NULL },
    { "bw_tcp-msg%mb", "bw_tcp", "message=$1M host=localhost" },
    { "bw_file_rd-io-%mb", "bw_file_rd.io_only", "size=$1m" },
    { "bw_file_rd-o2c-%mb", "bw_file_rd.open2close", "size=$1m" },
    { "bw_mmap_rd-mo-%mb", "bw_mmap_rd.mmap_only", "size=$1m" },
    { "bw_mmap_rd-o2c-%mb", "bw_mmap_rd.open2close", "size=$1m" },
    { "bw_mem-bcopy-%mb", "bw_mem.bcopy", "size=$1m" },
    { "bw_mem-bzero-%mb", "bw_mem.bzero", "size=$1m" },
    { "bw_mem-fcp-%mb", "bw_mem.fcp", "size=$1m" },
    { "bw_mem-cp-%mb", "bw_mem.cp", "size=$1m" },
    { "bw_mem-frd-%mb", "bw_mem.frd", "size=$1m" },
    { "bw_mem-rd-%mb", "bw_mem.rd", "size=$1m" },
    { "bw_mem-fwr-%mb", "bw_mem.fwr", "size=$1m" },
    { "bw_mem-wr-%mb", "bw_mem.wr", "size=$1m" },
    { "bw_mem-rdwr-%mb", "bw_mem.rdwr", "size=$1m" },
    /* thousandths of 2^20 bytes, and cut: 31k is 0.03125 of them */
    { "lat_mem_rd-stride%-sz31k", "lat_mem_rd", "size=32768 stride=$1" },
    { "lat_mem_rd-stride%-sz62k", "lat_mem_rd", "size=65536 stride=$1" },
    { "lat_mem_rd-stride%-sz125k", "lat_mem_rd", "size=131072 stride=$1" },
    { "lat_mem_rd-stride%-sz250k", "lat_mem_rd", "size=262144 stride=$1" },
    { "lat_mem_rd-stride%-sz500k", "lat_mem_rd", "size=524288 stride=$1" },
    { "lat_mem_rd-stride%-sz1000k", "lat_mem_rd", "size=1048576 stride=$1" },
    { "lat_mem_rd-stride%-sz%", NULL, "it is not clear of which size" },
    { "lat_mem_rd-stride%_sz%mb", "lat_mem_rd", "size=$2m stride=$1" },
    { "latency_for_%_mb_block_size", "lat_mem_rd", "size=$1m" },
    { "tlb-effective", "tlb", NULL },
    { "par_mem-sz%mb", "par_mem", "size=$1M" },
    { "lat_ops-float_bogomflops", "lat_ops.float_bogomflops", NULL },
    { "lat_ops-double_bogomflops", "lat_ops.double_bogomflops", NULL },
    { NULL, NULL, NULL },
};

/* "lat_ops-int-add", "lat_ops-integer_add", "lat_ops-uint64_add" */
static const struct {
    const char *theirs, *ours;
} types[] = {
    { "int", "integer" },  { "integer", "integer" }, { "int64", "int64" },
    { "uint64", "int64" }, { "float", "float" },     { "double", "double" },
};
static const char *const operations[] = { "bit", "add", "mul", "div", "mod" };

enum { MOST_NUMBERS = 3 };

static bool match(const char *form, struct slice name, struct slice *numbers)
{
    for (; *form; form++) {
        size_t n = 1;

        if (*form == '%') {
            for (n = 0; n < name.length &&
                        (isdigit((unsigned char)name.text[n]) || name.text[n] == '.');)
                n++;
            if (n == 0)
                return false;
            *numbers++ = import_slice(name.text, n);
        } else if (name.length == 0 || tolower((unsigned char)name.text[0]) != *form) {
            return false;
        }
        name = import_slice(name.text + n, name.length - n);
    }
    return name.length == 0;
}

static double factor(char letter)
{
    return letter == 'k' ? 1024 : letter == 'm' ? 1048576 : letter == 'M' ? 1e6 : 1;
}

/* The parameters with the numbers put in; NULL where one is no number. */
static const char *fill(struct arena *arena, const char *params,
                        const struct slice *numbers)
{
    struct buf buf = { 0 };
    const char *copy = NULL;
    bool good = true;

    for (; *params; params++) {
        double value = 0;

        if (*params != '$') {
            buf_add(&buf, params, 1);
            continue;
        }
        good = good && import_decimal(numbers[params[1] - '1'], &value) == 0;
        value *= factor(params[2]);
        buf_printf(&buf, "%.0f", value < 1e15 ? value : 0);
        params += factor(params[2]) > 1 ? 2 : 1;
    }
    if (good && buf_ok(&buf))
        copy = arena_strndup(arena, buf.text, buf.length);
    buf_done(&buf);
    return copy;
}

static bool operation(struct arena *arena, struct slice name, struct web_meaning *out)
{
    static const char prefix[] = "lat_ops-";
    struct slice type, rest;

    if (!import_begins(name, prefix))
        return false;
    rest = import_slice(name.text + sizeof prefix - 1, name.length + 1 - sizeof prefix);
    type = memchr(rest.text, '_', rest.length) ? import_until(&rest, '_')
                                               : import_until(&rest, '-');
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
            if (!import_same(type, types[t].theirs) ||
                !import_same(rest, operations[o]))
                continue;
            out->id =
                arena_printf(arena, "lat_ops.%s_%s", types[t].ours, operations[o]);
            return out->id != NULL;
        }
    }
    return false;
}

bool import_label_of_name(struct arena *arena, struct slice name,
                          struct web_meaning *out)
{
    struct slice numbers[MOST_NUMBERS] = { { "", 0 }, { "", 0 }, { "", 0 } };

    for (const struct name *n = names; n->name; n++) {
        if (!match(n->name, name, numbers))
            continue;
        out->id = n->id;
        out->params = n->params;
        if (n->id && n->params && strchr(n->params, '$'))
            out->params = fill(arena, n->params, numbers);
        return !n->params || out->params;
    }
    return operation(arena, name, out);
}

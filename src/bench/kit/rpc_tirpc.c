/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rpc_tirpc.c - remote procedure calls by libtirpc, over sockets that are connected
 */
#include "bench/kit/rpc.h"

#include "bench/kit/caller.h"
#include "bench/kit/far.h"

#include <errno.h>
#include <rpc/rpc.h>
#include <string.h>

/* Of the range that RFC 5531 leaves to everybody's own programs. */
enum { PROGRAM = 0x2e57ba12, VERSION = 1, NEXT = 1 };

static const struct timeval patience = { .tv_sec = 2 };

/* ---- the server ---- */

static void dispatch(struct svc_req *request, SVCXPRT *transport)
{
    char byte = 0;

    if (request->rq_proc != NEXT) {
        svcerr_noproc(transport);
        return;
    }
    if (!svc_getargs(transport, (xdrproc_t)xdr_char, (char *)&byte)) {
        svcerr_decode(transport);
        return;
    }
    byte++;
    svc_sendreply(transport, (xdrproc_t)xdr_char, &byte);
}

/* Without a network's name svc_reg() tells no portmapper. */
static bool is_registered(int fd, int type)
{
    SVCXPRT *transport =
        type == SOCK_DGRAM ? svc_dg_create(fd, 0, 0) : svc_fd_create(fd, 0, 0);

    return transport && svc_reg(transport, PROGRAM, VERSION, dispatch, NULL);
}

static int serve(void *rpc)
{
    const struct bench_rpc *r = rpc;

    bench_close(r->ctx, r->sockets[0]);
    if (!is_registered(r->sockets[1], r->type))
        return 1;
    svc_run();
    return 1;
}

/*
 * In place of svc_run(), which asks poll(): a look at what comes is one system call,
 * too, and tells from where, and that a connection has ended.
 */
int bench_rpc_answer(int fd, int type, const struct bench_address *only)
{
    if (!is_registered(fd, type))
        return -EIO;
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        char byte;
        ssize_t n = recvfrom(fd, &byte, 1, MSG_PEEK, &from.any, &from.length);

        if (n < 0 && errno != EINTR && errno != ECONNREFUSED)
            return -errno;
        if (n == 0 && type == SOCK_STREAM)
            return 0;
        if (n >= 0 && !bench_caller_is(&from, only))
            (void)recv(fd, &byte, 1, 0);
        else if (n >= 0)
            svc_getreq_common(fd);
    }
}

int bench_rpc_far(int fd, const char *transport, const char *caller)
{
    bool udp = strcmp(transport, "udp") == 0;
    struct bench_address only;

    if ((!udp && strcmp(transport, "tcp") != 0) || bench_caller_from(caller, &only) < 0)
        return -EINVAL;
    return bench_far_serve(udp ? BENCH_RPC_UDP : BENCH_RPC_TCP, fd, &only);
}

/* ---- the client ---- */

uint64_t bench_rpc_loop(void *rpc, uint64_t passes)
{
    struct bench_rpc *r = rpc;
    uint64_t done = 0;

    for (; done < passes; done++) {
        char back = r->ball;

        if (clnt_call((CLIENT *)r->client, NEXT, (xdrproc_t)xdr_char, &r->ball,
                      (xdrproc_t)xdr_char, &back, patience) != RPC_SUCCESS)
            break;
        r->ball++;
        if (back != r->ball)
            break;
    }
    return done;
}

static void destroy(void *client)
{
    clnt_destroy((CLIENT *)client);
}

static int make_client(struct bench_ctx *ctx, struct bench_rpc *r)
{
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    struct netbuf server = { .maxlen = sizeof at, .buf = &at };
    struct timeval once = patience;

    if (getpeername(r->sockets[0], (struct sockaddr *)(void *)&at, &length) < 0)
        return bench_fail_errno(ctx, errno, "cannot tell a socket's peer");
    server.len = length;
    r->client = r->type == SOCK_DGRAM
                    ? clnt_dg_create(r->sockets[0], &server, PROGRAM, VERSION, 0, 0)
                    : clnt_vc_create(r->sockets[0], &server, PROGRAM, VERSION, 0, 0);
    if (!r->client)
        return bench_fail(ctx, -EIO, "libtirpc makes no client%s",
                          clnt_spcreateerror(""));
    if (bench_defer(ctx, destroy, r->client) < 0)
        return -E2BIG;
    /* a call is sent once: who times the second of two has lost one */
    if (r->type == SOCK_DGRAM &&
        !clnt_control((CLIENT *)r->client, CLSET_RETRY_TIMEOUT, (char *)&once))
        return bench_fail(ctx, -EIO, "libtirpc takes no limit for a call");
    return 0;
}

int bench_rpc_meet(struct bench_ctx *ctx, struct bench_rpc *r)
{
    int rc;

    r->ctx = ctx;
    rc = make_client(ctx, r);
    if (rc == 0 && bench_rpc_loop(r, 1) != 1)
        rc = bench_fail(ctx, -EIO, "the server does not answer%s",
                        clnt_sperror((CLIENT *)r->client, ""));
    return rc;
}

int bench_rpc_start(struct bench_ctx *ctx, struct bench_rpc *r)
{
    pid_t server;

    r->ctx = ctx;
    server = bench_spawn(ctx, serve, r);
    if (server < 0)
        return server;
    bench_close(ctx, r->sockets[1]);
    return bench_rpc_meet(ctx, r);
}

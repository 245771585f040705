/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_infer.c - cells of collapsed rows, by what else is known of the same run
 *
 * Each step leaves fewer ways to lay the cells; what it leaves none for it is not
 * heard about. What has one column in all ways left is placed, the rest stays as text.
 * Source: spec/lmbench.md 4.8
 */
#include "import/summary.h"

#include <math.h>
#include <string.h>

static bool is_column(const struct summary_field *field, const char *shows,
                      const char *where)
{
    const struct layout_column *c = field->column;

    return c && strcmp(c->shows, shows) == 0 &&
           (!where || (c->where && strcmp(c->where, where) == 0));
}

static int find_column(const struct summary_fit *fit, const char *shows,
                       const char *where)
{
    for (size_t c = 0; c < fit->n; c++) {
        if (is_column(&fit->fields[c], shows, where))
            return (int)c;
    }
    return -1;
}

static double value_of(const struct summary_word *word)
{
    struct import_number number;

    return import_parse_number(word->text, (size_t)word->length, IMPORT_CUT, &number) <
                   0
               ? NAN
               : number.value;
}

/* The cell that stands for sure in a column of a row, or NULL. */
static const struct summary_word *cell_in(const struct summary_row *row, int column)
{
    for (size_t i = 0; column >= 0 && i < row->use; i++) {
        if (row->column[i] == column)
            return &row->cells[i];
    }
    return NULL;
}

static bool is_placed(const struct summary_row *row)
{
    for (size_t i = 0; i < row->use; i++) {
        if (row->column[i] < 0)
            return false;
    }
    return true;
}

/* ---- steps ---- */

struct step {
    struct summary_table *table;
    struct summary_row *row;
    struct summary_ask ask;
};

/* Systems that lack what a benchmark needs. */
static const struct {
    const char *os, *version, *shows;
} lacking[] = {
    /* no /dev/zero; and 2.x then loses the write as well */
    { "HP-UX", "2.", "derived.null_io" },
};

static void what_systems_lack(struct step *s)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        int c = find_column(&s->table->fit, lacking[i].shows, NULL);

        if (c >= 0 && strncmp(s->row->os, lacking[i].os, strlen(lacking[i].os)) == 0 &&
            strncmp(s->table->fit.generation->version, lacking[i].version, 2) == 0)
            s->ask.never |= 1u << c;
    }
}

static int first_switch(const struct summary_fit *fit)
{
    return find_column(fit, "lat_ctx", "size=0 procs=2") == 0 ? 0 : -1;
}

/* Two tables begin with the same number: both have it, or neither. */
static void the_first_switch(struct step *s)
{
    int topic = s->table->topic;
    int other = topic == SUMMARY_LOCAL     ? SUMMARY_CONTEXT
                : topic == SUMMARY_CONTEXT ? SUMMARY_LOCAL
                                           : -1;
    const struct summary_row *twin = other < 0 ? NULL : s->row->session->rows[other];
    const struct summary_table *its = other < 0 ? NULL : s->row->session->tables[other];
    double mine, theirs, ratio;

    if (!twin || first_switch(&s->table->fit) < 0 || first_switch(&its->fit) < 0 ||
        s->row->use == 0)
        return;
    if (twin->use == 0 || (is_placed(twin) && !cell_in(twin, 0))) {
        s->ask.never |= 1;
        return;
    }
    mine = value_of(&s->row->cells[0]);
    theirs = value_of(&twin->cells[0]);
    ratio = fmax(mine, theirs) / fmin(mine, theirs);
    if (ratio <= 1.05)
        s->ask.must |= 1;
    else if (ratio > 1.5)
        s->ask.never |= 1;
}

/* Needs no network: is there wherever processes could be measured. */
static const struct {
    enum summary_topic topic;
    const char *shows;
} always_there[] = {
    { SUMMARY_LOCAL, "lat_pipe" },
    { SUMMARY_LOCAL, "lat_unix" },
    { SUMMARY_BANDWIDTH, "bw_pipe" },
    { SUMMARY_BANDWIDTH, "bw_unix" },
    { SUMMARY_BANDWIDTH, "bw_file_rd.io_only" },
    { SUMMARY_BANDWIDTH, "bw_mem.bcopy" },
};

static bool has_processes(const struct step *s)
{
    const struct summary_row *row = s->row->session->rows[SUMMARY_PROCESSOR];

    return row && row->use > 3; /* the clock is not one of them */
}

static void what_needs_no_network(struct step *s)
{
    for (size_t i = 0; i < sizeof always_there / sizeof *always_there; i++) {
        int c = find_column(&s->table->fit, always_there[i].shows, NULL);

        if ((int)always_there[i].topic == s->table->topic && c >= 0 && has_processes(s))
            s->ask.must |= 1u << c;
    }
}

/* Who could connect, or moved data by TCP, had its latency too. */
static void what_tcp_needs(struct step *s)
{
    const struct summary_row *rates = s->row->session->rows[SUMMARY_BANDWIDTH];
    const struct summary_table *table = s->row->session->tables[SUMMARY_BANDWIDTH];
    int tcp = find_column(&s->table->fit, "lat_tcp", NULL);
    int connect = find_column(&s->table->fit, "lat_connect", NULL);
    const struct summary_word *rate = NULL;
    bool connects = false;

    if (s->table->topic != SUMMARY_LOCAL || tcp < 0)
        return;
    if (rates)
        rate = cell_in(rates, find_column(&table->fit, "bw_tcp", NULL));
    /* the last cell can only be the connection */
    if (connect >= 0 && s->row->use > 0)
        connects = (s->ask.may[s->row->use - 1] & ~s->ask.never) == 1u << connect;
    if (connects || (rate && value_of(rate) > 0))
        s->ask.must |= 1u << tcp;
}

static const struct {
    void (*take)(struct step *s);
    const char *by;
} steps[] = {
    { what_systems_lack, "the system has no /dev/zero" },
    { the_first_switch, "the other table with 2p/0K" },
    { what_needs_no_network, "what needs no network is there" },
    { what_tcp_needs, "TCP worked" },
};

/* ---- likeness to the other runs of the system ---- */

enum { AROUND = 64 /* rows before and behind that may be repeats */ };

/* The largest factor between a way's cells and those of the row's repeats. */
static double strangeness(const struct step *s, const short *at)
{
    double worst = 1;

    for (size_t i = 0; i < s->row->use; i++) {
        double mine = value_of(&s->row->cells[i]), best = INFINITY;
        size_t here = (size_t)(s->row - s->table->rows);

        for (size_t r = here > AROUND ? here - AROUND : 0;
             r < s->table->n && r < here + AROUND; r++) {
            const struct summary_row *other = &s->table->rows[r];
            const struct summary_word *cell =
                other == s->row || strcmp(other->os, s->row->os) != 0 ||
                        strcmp(other->host, s->row->host) != 0 || !is_placed(other)
                    ? NULL
                    : cell_in(other, at[i]);
            double theirs = cell ? value_of(cell) : NAN;

            if (theirs > 0 && mine > 0)
                best = fmin(best, fmax(mine, theirs) / fmin(mine, theirs));
        }
        worst = isfinite(best) && best > worst ? best : worst;
    }
    return worst;
}

/* The one way that is like the repeats where no other is; -1: there is none. */
static int alike(const struct step *s, const struct summary_choices *choices)
{
    double best = INFINITY, second = INFINITY;
    int way = -1;

    for (size_t i = 0; i < choices->n; i++) {
        double strange = strangeness(s, choices->at[i]);

        if (strange < best) {
            second = best;
            best = strange;
            way = (int)i;
        } else if (strange < second) {
            second = strange;
        }
    }
    return best <= 1.5 && second >= 3 * best ? way : -1;
}

/* ---- */

/* Columns that are the same in all ways left; where the others could be. */
static void keep_common(struct summary_row *row, const struct summary_choices *choices,
                        enum summary_surety sure)
{
    for (size_t i = 0; i < row->use; i++) {
        bool common = !choices->full && choices->n > 0;

        for (size_t k = 1; k < choices->n; k++)
            common = common && choices->at[k][i] == choices->at[0][i];
        if (choices->n > 0)
            row->maybe[i] = choices->at[0][i];
        if (common && row->column[i] < 0) {
            row->column[i] = choices->at[0][i];
            row->sure[i] = sure;
        }
    }
}

static void infer_row(struct summary_table *table, struct summary_row *row)
{
    struct step s = { .table = table, .row = row };
    struct summary_choices choices;

    if (!import_summary_ask(&table->fit, row, &s.ask))
        s.ask.must = 0;
    import_summary_choose(&s.ask, &choices);
    if (table->other.n) /* then not even what is common says anything */
        choices.full = true;
    keep_common(row, &choices, SUMMARY_SURE);
    if (choices.full)
        return;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && choices.n > 1; i++) {
        struct summary_ask before = s.ask;
        size_t n = choices.n;

        steps[i].take(&s);
        import_summary_choose(&s.ask, &choices);
        if (choices.n == 0) {
            s.ask = before;
            import_summary_choose(&s.ask, &choices);
        }
        if (choices.n < n)
            row->by = steps[i].by;
    }
    if (choices.n > 1) {
        int way = alike(&s, &choices);

        if (way >= 0) {
            memcpy(choices.at[0], choices.at[way], sizeof choices.at[0]);
            choices.n = 1;
            row->by = "likeness to the other runs of the system";
        }
    }
    keep_common(row, &choices, SUMMARY_LIKELY);
}

void import_summary_infer(struct summary *s)
{
    /* bandwidths first: the latencies ask them */
    static const int order[] = { SUMMARY_PROCESSOR, SUMMARY_BANDWIDTH, SUMMARY_CONTEXT,
                                 SUMMARY_LOCAL };

    for (size_t o = 0; o <= sizeof order / sizeof *order; o++) {
        for (size_t t = 0; t < s->n_tables; t++) {
            struct summary_table *table = &s->tables[t];
            bool turn = o == sizeof order / sizeof *order || table->topic == order[o];

            for (size_t i = 0; turn && table->fit.n && i < table->n; i++) {
                if (!is_placed(&table->rows[i]))
                    infer_row(table, &table->rows[i]);
            }
        }
    }
}

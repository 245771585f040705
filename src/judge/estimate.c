/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * estimate.c - which estimator, which interval, which class, and why
 *
 * statistics.md 3.5 to 3.7; the unit of an interval is the invocation.
 */
#include "judge/row.h"

#include "stats/interval.h"
#include "stats/location.h"
#include "stats/quantile.h"
#include "stats/shape.h"
#include "stats/spread.h"

#include <errno.h>

enum { HS_FROM = 6, T_FROM = 3, DRAFT = 5 };
static const double usual_level = 0.95;
/* Looking six times at 0.97 keeps what looking once at 0.95 promises (E9). */
static const double look_price = 0.6;
static const double tick_distinct =
    0.25; /* different values per value: flagged below */
static const double small_n_level = 0.95; /* of the t in the rule for 3 to 5 values */
static const double ns_per_s = 1e9;

/* Upper ends of sharp, stable, fair: of the half-width; of the cv of 3 to 5 values. */
static const double class_widths[] = { 0.01, 0.05, 0.10 };
static const double class_cvs[] = { 0, 0.02, 0.10 };
static const double erratic_ratio = 2, erratic_width = 1;

uint32_t judge_exactly(const struct protocol *p)
{
    return p->exactly ? p->exactly : p->draft ? DRAFT : 0;
}

uint32_t judge_first_look(const struct protocol *p)
{
    for (size_t i = 0; judge_exactly(p) == 0 && i < p->n_looks; i++) {
        if (p->looks[i] >= p->min_invocations)
            return p->looks[i];
    }
    return 0;
}

static double level_of(const struct row *row)
{
    double level = row->m->session->protocol.level;

    return level > 0 && level < 1 ? level : usual_level;
}

/* What must be computed so that the level is kept although the row was looked at. */
static double nominal_of(const struct row *row, size_t n)
{
    uint32_t first = judge_first_look(&row->m->session->protocol);
    bool looked =
        !row->imported && row->m->stop != DOC_STOP_EXACT && first && n >= first;

    return looked ? 1 - look_price * (1 - level_of(row)) : level_of(row);
}

static struct st_estimate interval(const struct row *row, struct st_sorted s)
{
    double level = level_of(row);
    struct st_estimate e;

    if (s.n >= HS_FROM) {
        e = st_interval_hs(s, nominal_of(row, s.n));
    } else if (s.n >= T_FROM) {
        /* few values that are no ratio of anything have no logarithms */
        e = row->difference || !(s.x[0] > 0) ? st_interval_t(s.x, s.n, level)
                                             : st_interval_logt(s.x, s.n, level);
    } else {
        e = (struct st_estimate){ st_median(s), NAN, NAN, .n = s.n };
    }
    e.level = e.method == ST_METHOD_NONE ? 0 : level;
    e.nominal = e.method == ST_METHOD_NONE ? 0 : e.nominal;
    return e;
}

/* The row's estimate from n values in row->y, not widened yet. */
static int estimate(const struct row *row, size_t n, struct st_estimate *e)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, row->y, n);

    if (rc < 0)
        return rc;
    *e = interval(row, s);
    st_sorted_done(&s);
    return 0;
}

size_t judge_gather_y(const struct row *row, bool all)
{
    size_t n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        if (all || !row->values[k].left_out)
            row->y[n++] = all ? row->values[k].y_all : row->values[k].y;
    }
    return n;
}

/* Median over the invocations of one of the parts' medians. */
static int part_median(const struct row *row, bool base, double *median)
{
    struct st_sorted s;
    size_t n = 0;
    int rc;

    for (size_t k = 0; k < row->n_values; k++) {
        if (!row->values[k].left_out)
            row->y[n++] = base ? row->values[k].base : row->values[k].subject;
    }
    rc = st_sorted_init(&s, row->y, n);
    if (rc < 0)
        return rc;
    *median = st_median(s);
    st_sorted_done(&s);
    return 0;
}

/* Values in order, as they are or as rates in the definition's unit, which turns them
   around. */
static struct st_sorted in_unit(struct row *row, struct st_sorted s)
{
    double bytes = (double)row->m->plan.bytes;
    double *rates = s.x == row->work ? row->spare : row->work;

    if (row->unit != ROW_RATE)
        return s;
    for (size_t i = 0; i < s.n; i++)
        rates[i] = bytes * ns_per_s / s.x[s.n - 1 - i];
    return (struct st_sorted){ rates, s.n };
}

static void spread(struct row *row, struct st_sorted s)
{
    row->samples = s.n;
    row->spread = (struct st_spread){
        .min = st_quantile(s, 0),
        .q05 = st_quantile(s, 0.05),
        .q25 = st_quantile(s, 0.25),
        .q50 = st_median(s),
        .q75 = st_quantile(s, 0.75),
        .q90 = st_quantile(s, 0.90),
        .q95 = st_quantile(s, 0.95),
        .q99 = st_quantile(s, 0.99),
        .max = st_quantile(s, 1),
        .mean = st_mean(s.x, s.n),
        .sd = st_sd(s.x, s.n),
        .mad = st_mad_sorted(s),
        .n = s.n,
    };
    row->distinct = st_distinct(s);
}

static double scale(const struct row *row)
{
    double value = fabs(row->estimate.value);

    return row->difference ? fmax(value, row->theta_subject) : value;
}

double judge_half_width(const struct row *row)
{
    if (row->estimate.method == ST_METHOD_NONE)
        return NAN;
    return (row->estimate.hi - row->estimate.lo) / 2 / scale(row);
}

static enum judged_class by_width(const double *limits, double width, bool below)
{
    for (int c = 0; c < 3; c++) {
        if (below ? width < limits[c] : width <= limits[c])
            return (enum judged_class)(JUDGED_SHARP + c);
    }
    return JUDGED_NOISY;
}

/* Three to five values: by their cv (statistics.md 3.7 and E12). */
static enum judged_class small_class(const struct row *row, size_t n)
{
    struct st_estimate t = st_interval_t(row->y, n, small_n_level);
    double mean =
        row->difference ? fmax(fabs(t.value), row->theta_subject) : fabs(t.value);
    double least = row->y[0], most = row->y[0];

    for (size_t i = 1; i < n; i++) {
        least = fmin(least, row->y[i]);
        most = fmax(most, row->y[i]);
    }
    if (most >= erratic_ratio * least || (t.hi - t.lo) / 2 >= erratic_width * mean)
        return JUDGED_ERRATIC;
    return by_width(class_cvs, st_sd(row->y, n) / mean, true);
}

static enum judged_class classify(const struct row *row)
{
    const struct st_estimate *e = &row->estimate;

    if (e->method == ST_METHOD_NONE || (row->difference && !(e->lo > 0)))
        return JUDGED_UNKNOWN;
    if (row->used < HS_FROM)
        return row->small;
    if (e->hi >= erratic_ratio * e->lo)
        return JUDGED_ERRATIC;
    return by_width(class_widths, judge_half_width(row), false);
}

/* By what the invocations have in common with their neighbours, and by the tick. */
static struct st_estimate widen(const struct row *row, struct st_estimate e)
{
    const struct judge_serial *serial = &row->circumstances.serial;

    if (serial->found && !row->imported)
        e = !row->difference && e.lo > 0 ? st_interval_stretch_ratio(e, serial->factor)
                                         : st_interval_stretch(e, serial->factor);
    return row->tick ? st_interval_widen(e, row->q / 2) : e;
}

int judge_estimate(struct row *row)
{
    int rc = estimate(row, judge_gather_y(row, true), &row->kept);
    struct st_sorted entered = judge_order_row(row, false);

    spread(row, in_unit(row, entered));
    rc = rc < 0 ? rc : judge_find_heaps(row, entered);
    rc = rc < 0 ? rc : estimate(row, judge_gather_y(row, false), &row->estimate);
    if (rc == 0 && row->difference) {
        rc = part_median(row, false, &row->theta_subject);
        rc = rc < 0 ? rc : part_median(row, true, &row->theta_base);
    }
    if (rc < 0)
        return rc;
    row->tick = (double)row->distinct < tick_distinct * (double)row->samples ||
                row->q > tick_share * fabs(row->estimate.value);
    if (row->used >= T_FROM && row->used < HS_FROM)
        row->small = small_class(row, judge_gather_y(row, false));
    return 0;
}

void judge_settle(struct row *row)
{
    row->estimate = widen(row, row->estimate);
    row->kept = widen(row, row->kept);
    row->class = classify(row);
}

/* ---- into the definition's unit ---- */

double judge_to_unit(const struct row *row, double x)
{
    switch (row->unit) {
    case ROW_RATE:
        return (double)row->m->plan.bytes * ns_per_s / x;
    case ROW_SECONDS:
        return x / ns_per_s;
    default:
        return x;
    }
}

static struct st_estimate convert(const struct row *row, struct st_estimate e)
{
    if (row->unit == ROW_RATE)
        return st_interval_invert(e, (double)row->m->plan.bytes * ns_per_s);
    if (row->unit == ROW_SECONDS) {
        e.value /= ns_per_s;
        e.lo /= ns_per_s;
        e.hi /= ns_per_s;
    }
    return e;
}

static struct st_spread convert_spread(const struct row *row)
{
    struct st_spread s = row->spread;
    double *const fields[] = { &s.min, &s.q05, &s.q25, &s.q50,  &s.q75, &s.q90,
                               &s.q95, &s.q99, &s.max, &s.mean, &s.sd,  &s.mad };

    for (size_t i = 0; row->unit == ROW_SECONDS && i < sizeof fields / sizeof *fields;
         i++)
        *fields[i] /= ns_per_s;
    return s;
}

/* Variance of the kept observations within invocations, mean over them; NaN where no
   invocation has two. */
static double within(const struct row *row)
{
    double sum = 0;
    size_t n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];
        double sd;

        if (v->left_out || v->n_ordered < 2)
            continue;
        sd = st_sd(row->ordered + v->first, v->n_ordered);
        sum += sd * sd;
        n++;
    }
    return n ? sum / (double)n : NAN;
}

/*
 * Within and between invocations: what the variance of the invocations' means has
 * beyond what the variance within explains. The same as st_components() of the kept
 * observations, which would sort them all again.
 *
 * Units:  squares of the definition's; of a rate to first order: (rate / time)^2
 * Source: Kalibera & Jones 2013, with the corrected subtraction (statistics.md 3.7)
 */
static void components(const struct row *row, struct judged *j)
{
    double per_mean = 0, sd, unit;
    size_t n = 0;

    j->within = j->between = j->icc = NAN;
    if (row->used < 2 || row->unit == ROW_AS_IS)
        return;
    for (size_t k = 0; k < row->n_values; k++) {
        if (row->values[k].left_out)
            continue;
        per_mean += 1 / (double)row->values[k].n_ordered;
        row->y[n++] = row->values[k].mean;
    }
    sd = st_sd(row->y, n);
    j->within = within(row);
    if (isnan(j->within))
        return;
    j->between = fmax(0, sd * sd - j->within * per_mean / (double)n);
    j->icc = j->between > 0 ? j->between / (j->within + j->between) : 0;
    unit = row->unit == ROW_RATE
               ? fabs(judge_to_unit(row, row->estimate.value) / row->estimate.value)
               : 1 / ns_per_s;
    j->within *= unit * unit;
    j->between *= unit * unit;
}

static int cold(const struct row *row, double *value)
{
    struct st_sorted s;
    size_t n = 0;
    int rc;

    for (size_t k = 0; k < row->n_values; k++) {
        if (isfinite(row->values[k].cold))
            row->y[n++] = row->values[k].cold;
    }
    rc = st_sorted_init(&s, row->y, n);
    if (rc < 0)
        return rc;
    *value = n ? judge_to_unit(row, st_median(s)) : 0;
    st_sorted_done(&s);
    return 0;
}

static double span(const struct row *row)
{
    double first = INFINITY, last = -INFINITY;

    for (size_t k = 0; k < row->n_values; k++) {
        if (!row->values[k].left_out) {
            first = fmin(first, row->values[k].invocation->offset_s);
            last = fmax(last, row->values[k].invocation->offset_s);
        }
    }
    /* offsets are whole microseconds, and so is what lies between them */
    return last > first ? round((last - first) * 1e6) / 1e6 : 0;
}

/* Where another session's value is expected, if somebody measured how sessions differ.
 */
static void rerun(const struct row *row, struct judged *j)
{
    const struct st_estimate *e = &j->estimate;
    double sd =
        judge_between_sd(row->m->session, row->m->definition->family, &j->rerun_source);
    double scale = row->difference ? fmax(fabs(e->value), j->subject) : e->value, half;

    j->rerun_lo = j->rerun_hi = j->rerun_sd = NAN;
    if (!(sd > 0) || e->method == ST_METHOD_NONE)
        return;
    j->has_rerun = true;
    j->rerun_sd = sd;
    if (e->lo > 0) {
        half = st_interval_again(log(e->hi / e->lo) / 2, sd);
        j->rerun_lo = e->value * exp(-half);
        j->rerun_hi = e->value * exp(half);
    } else {
        half = st_interval_again((e->hi - e->lo) / 2, sd * scale);
        j->rerun_lo = e->value - half;
        j->rerun_hi = e->value + half;
    }
}

int judge_fill(struct row *row, struct judged *j)
{
    j->outliers = row->reject ? "reject" : "keep";
    j->warmup = row->m->plan.warmup;
    j->span_s = span(row);
    j->spread = convert_spread(row);
    j->subject = row->difference ? judge_to_unit(row, row->theta_subject) : 0;
    j->base = row->difference ? judge_to_unit(row, row->theta_base) : 0;
    j->samples = row->samples;
    j->disturbed = row->disturbed;
    j->rejected = row->rejected;
    j->invocations = (uint32_t)row->used;
    j->replaced = (uint32_t)(row->left_out + row->invalid);
    j->tail_share = row->undisturbed ? (double)row->far / (double)row->undisturbed : 0;
    j->tail_largest = row->far_largest;
    j->q = row->q / ns_per_s;
    components(row, j);
    return cold(row, &j->cold);
}

void judge_fill_settled(const struct row *row, struct judged *j)
{
    j->estimate = convert(row, row->estimate);
    j->kept = convert(row, row->kept);
    j->class = row->class;
    rerun(row, j);
}

// The prior of a move: a sum of learned weights, one for each pattern of the move, separate for two, three and four players.
#pragma once
#include "judge.h"

constexpr int AT_P_PLACE = 0;  // the place of the last piece and of this one
constexpr int AT_P_FIGURE = AT_P_PLACE + (ORBITS + 1) * PLACES;  // a figure it partly covers: kind, number of spaces, how full
constexpr int AT_P_BESIDE = AT_P_FIGURE + 5 * 3 * 216;  // a figure it touches: kind, how full
constexpr int AT_P_SHAPE = AT_P_BESIDE + 4 * 216;  // its shape, how many are left, how late in the game
constexpr int AT_P_FREE = AT_P_SHAPE + SHAPES * 4 * 8;  // whether it gives a free turn, and of what kind
constexpr int AT_P_SINGLES = AT_P_FREE + 8;
constexpr int PRIOR_SET = AT_P_SINGLES + 5 * 6 * 7 * 9, PRIOR = 3 * PRIOR_SET;

template <typename Hear> BOTH void prior_patterns(const State &s, const Facts &facts, int move, Hear hear) {
    if (move == PASS) return;
    const Known &k = *facts.known;
    const int me = s.mover, base = (s.seats - 2) * PRIOR_SET;
    const bool loose = s.free || s.last < 0;
    const int way = loose ? k.way[move] : k.way[s.last], orbit = loose ? ANYWHERE : k.orbit[s.last];
    hear(base + AT_P_PLACE + orbit * PLACES + k.place_to[way][move]);
    int covers[FIVES] = {}, centred = 0;
    for (int i = 0; i < k.covers[move]; i++) {
        int space = k.cover[move][i];
        if (k.figure[space] >= 0) covers[k.figure[space]]++;
        centred += k.in_centre[space];
    }
    auto full = [&](int f) {
        int own = s.held[f][me], rival = most_of_rivals(s, me, [&](int o) { return s.held[f][o]; }), filled = s.filled(f);
        return ((own < 5 ? own : 5) * 6 + (rival < 5 ? rival : 5)) * 6 + (f == CENTRE ? filled / 2 : filled);
    };
    bool star = false;
    for (int f = 0; f < FIVES; f++) {
        int kind = class_of_five(f);
        if (covers[f]) {
            hear(base + AT_P_FIGURE + (kind * 3 + covers[f] - 1) * 216 + full(f));
            star = star || (f == 0 && s.filled(f) + covers[f] == 5);
        }
        else if (k.near[move][f] & ~s.mask[f]) hear(base + AT_P_BESIDE + kind * 216 + full(f));
        // What the next seat finds there: missing spaces, the leader, and single spaces in hand
        if ((covers[f] || (k.near[move][f] & ~s.mask[f])) && s.filled(f) + covers[f] < 5) {
            int shape = kind == 0 || kind == 3 ? 1 : 2, next = s.mover + 1 < s.seats ? s.mover + 1 : 0;
            int lead = (int)s.held[f][me] + covers[f] - most_of_rivals(s, me, [&](int o) { return s.held[f][o]; });
            lead = lead < -3 ? 0 : lead > 3 ? 6 : lead + 3;
            hear(base + AT_P_SINGLES + ((kind * 6 + 5 - s.filled(f) - covers[f]) * 7 + lead) * 9 + 3 * (s.left[me][shape] - (k.shape[move] == shape)) + s.left[next][shape]);
        }
    }
    if (s.centre && centred) hear(base + AT_P_FIGURE + (4 * 3 + centred - 1) * 216 + full(CENTRE));
    int late = s.pieces / (2 * s.seats);
    hear(base + AT_P_SHAPE + (k.shape[move] * 4 + s.left[me][k.shape[move]]) * 8 + (late < 7 ? late : 7));
    hear(base + AT_P_FREE + 4 * s.surrounded(k, move) + 2 * (k.shape[move] == k.sliver && !s.slivers) + star);
}

APART float prior_weight(const State &s, const Facts &facts, const float *prior, int move) {
    float total = 0;
    prior_patterns(s, facts, move, [&](int i) { total += prior[i]; });
    return expf(total < 20.0f ? total > -20.0f ? total : -20.0f : 20.0f);
}

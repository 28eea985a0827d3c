// The evaluation of a position for each seat: a sum of learned weights, one for each pattern of the position; the shares of the win are
// their softmax. With two players the value of the seat not to move is 0, so that one sum is enough.
#pragma once
#include <cmath>

#include "rules.h"

constexpr int ORBITS = 61, ANYWHERE = ORBITS, CODES = 171, AROUNDS = 134208;
constexpr int SETS = 8;  // weights for two players: of the mover; for three and four: of each seat, counted from the mover
// A set of weights, part by part
constexpr int AT_FIGURE = 0;  // the place of the last piece, a figure, how full it is
constexpr int AT_SINGLES = AT_FIGURE + (ORBITS + 1) * FIVES * CODES;  // kind of figure, whether near the last piece, how full, single spaces in hand
constexpr int AT_HAND = AT_SINGLES + 4 * 3 * CODES * 9;  // pieces of a shape: own, and the most of an opponent's
constexpr int AT_UNPLAYED = AT_HAND + SHAPES * 16;
constexpr int AT_SCORE = AT_UNPLAYED + 21 * 21;
constexpr int AT_MOBILITY = AT_SCORE + 9 * 9 * 2;
constexpr int AT_CENTRE = AT_MOBILITY + 4 * 16 * 16;
constexpr int SET = AT_CENTRE + 11 * 11 * 11;
// After all sets, for two players only
constexpr int AT_CHOICE = SETS * SET;  // a placement the mover or the next seat could choose
constexpr int AT_AROUND = AT_CHOICE + ORBITS * PLACES * 3;  // the spaces taken around the last piece
// For three and four players, set by set
constexpr int RACE_OF_THREE = 2 * 9 * 9 * 9, RACE_OF_FOUR = 9 * RACE_OF_THREE;
constexpr int AT_RACE = AT_AROUND + AROUNDS;  // the points of all seats, beginning with this one
constexpr int NEED = 4 * 4 * 5 * 5 * 5 * 9;
constexpr int AT_NEED = AT_RACE + 3 * RACE_OF_THREE + 4 * RACE_OF_FOUR;  // kind of figure, whether near the last piece, how full, what its owner and the strongest opponent lack of 40
constexpr int GAIN = 5 * 9 * 9 * 3;
constexpr int AT_GAIN = AT_NEED + 7 * NEED;  // what the mover can gain at once, and the standings
constexpr int NUMBERS = AT_GAIN + 7 * GAIN;

struct Codes { int16_t at[5][5][32]; };  // own spaces, the most spaces of an opponent, the spaces taken

inline Codes make_codes() {
    Codes c;
    int count = 0;
    for (int own = 0; own < 5; own++)
        for (int rival = 0; rival < 5; rival++)
            for (int mask = 0; mask < 32; mask++) {
                int rest = __builtin_popcount(mask) - own;
                c.at[own][rival][mask] = mask < 31 && rest >= rival && rest <= 3 * rival ? (int16_t)count++ : 0;
            }
    if (count != CODES) { fprintf(stderr, "%d codes\n", count); exit(2); }
    return c;
}

struct Facts { const Known *known; const Codes *codes; int use; };  // use: the parts that are learned, as bits

BOTH int count_bits(uint64_t bits) {
#ifdef __CUDA_ARCH__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}
BOTH int mobility(const Set &choices) {
    int count = 0;
    for (int w = 0; w < WORDS; w++) count += count_bits(choices.bits[w]);
    return count < 12 ? count : count < 16 ? 12 : count < 24 ? 13 : count < 40 ? 14 : 15;
}
BOTH int set_of(int seats, int after) { return seats == 2 ? 0 : seats == 3 ? 1 + after : 4 + after; }

template <typename Value> BOTH int most_of_rivals(const State &s, int me, Value value) {
    int most = 0;
    for (int other = 0; other < s.seats; other++)
        if (other != me && value(other) > most) most = value(other);
    return most;
}
BOTH int lack_of(int score) { return score < 30 ? 0 : score < 35 ? 1 : 2; }  // classes of points lacking to 40: more than ten, more than five, up to five
BOTH int class_of_five(int f) { return f == 0 ? 0 : 1 + (f - 1) / 5; }

struct Ahead {  // the placements possible now: for the mover, and for the next seat if it were to move
    Set mine, next;
    uint32_t ready;  // figures that the mover could finish, as bits
    int gain;  // the most points it could get this way
};

BOTH int gain_of(const State &s, const Known &k, int place, uint32_t open, uint32_t &ready) {
    int total = 0;
    for (uint32_t figures = k.figures[place] & open; figures; figures &= figures - 1) {
        int f = State::first_bit(figures), covers = 0;
        for (int i = 0; i < k.covers[place]; i++) covers += k.figure[k.cover[place][i]] == f;
        if (count_bits(s.mask[f]) + covers < 5) continue;
        ready |= 1u << f;
        total += s.held[f][s.mover] + covers > most_of_rivals(s, s.mover, [&](int o) { return s.held[f][o]; }) ? 10 : 5;
    }
    return total;
}

APART Ahead look_ahead(const State &s, const Facts &facts) {
    const Known &k = *facts.known;
    Ahead a = {s.choices(k, s.mover), s.choices(k, s.mover + 1 < s.seats ? s.mover + 1 : 0), 0, 0};
    uint32_t open = 0;
    if (s.seats == 2) return a;
    for (int f = 0; f < FIVES; f++)
        if (s.mask[f] != 31 && count_bits(s.mask[f]) > 1) open |= 1u << f;
    for (int w = 0; w < WORDS && open; w++)
        for (uint64_t bits = a.mine.bits[w]; bits; bits &= bits - 1) {
            int gain = gain_of(s, k, 64 * w + State::first_bit(bits), open, a.ready);
            if (gain > a.gain) a.gain = gain;
        }
    return a;
}

// Call `hear(index)` for every pattern of a position seen from a seat.
template <typename Hear> BOTH void patterns(const State &s, const Facts &facts, const Ahead &ahead, int me, int set, Hear hear) {
    const Known &k = *facts.known;
    const bool loose = s.free || s.last < 0;
    const int orbit = loose ? ANYWHERE : k.orbit[s.last], way = loose ? 0 : k.way[s.last], base = set * SET;
    auto singles = [&](int seat, int shape) { return (int)s.left[seat][shape]; };
    int darts = 3 * singles(me, 1) + most_of_rivals(s, me, [&](int o) { return singles(o, 1); });
    int kites = 3 * singles(me, 2) + most_of_rivals(s, me, [&](int o) { return singles(o, 2); });
    for (int f = 0; f < FIVES; f++) {
        int mask = s.mask[f];
        if (mask == 31) continue;
        int own = s.held[f][me], rival = most_of_rivals(s, me, [&](int o) { return s.held[f][o]; }), kind = class_of_five(f);
        int near = loose ? 2 : (k.near[s.last][f] & ~mask) != 0;
        if (facts.use & 1) hear(base + AT_FIGURE + (orbit * FIVES + (loose ? kind : k.figure_to[way][f])) * CODES + facts.codes->at[own][rival][loose ? mask : k.mask_to[way][f][mask]]);
        if ((facts.use & 64) && s.seats > 2) {
            int lacks = 0, missing = 5 - count_bits(mask);
            for (int o = 0; o < s.seats; o++)
                if (o != me && rival && s.held[f][o] == rival && lack_of(s.scores[o]) > lacks) lacks = lack_of(s.scores[o]);
            hear(AT_NEED + (set - 1) * NEED + ((((kind * 4 + (ahead.ready >> f & 1 ? 3 : near)) * 5 + own) * 5 + rival) * 5 + missing - 1) * 9 + 3 * lack_of(s.scores[me]) + lacks);
        }
        if (facts.use & 2) hear(base + AT_SINGLES + (((kind * 3 + near) * CODES + facts.codes->at[own][rival][mask]) * 9) + (kind == 0 || kind == 3 ? darts : kites));
    }
    if (facts.use & 4)
        for (int i = 0; i < SHAPES; i++) hear(base + AT_HAND + 16 * i + 4 * s.left[me][i] + most_of_rivals(s, me, [&](int o) { return s.left[o][i]; }));
    if (facts.use & 4) hear(base + AT_UNPLAYED + 21 * s.unplayed[me] + 20 - most_of_rivals(s, me, [&](int o) { return 20 - s.unplayed[o]; }));
    int score = s.scores[me] / 5, rival = most_of_rivals(s, me, [&](int o) { return s.scores[o] / 5; });
    hear(base + AT_SCORE + 2 * (9 * (score < 8 ? score : 8) + (rival < 8 ? rival : 8)) + s.free);
    if ((facts.use & 64) && s.seats > 2) {
        int race = 0;
        for (int i = 0; i < s.seats; i++) { int points = s.scores[(me + i) % s.seats] / 5; race = 9 * race + (points < 8 ? points : 8); }
        hear(AT_RACE + (s.seats == 3 ? (set - 1) * RACE_OF_THREE : 3 * RACE_OF_THREE + (set - 4) * RACE_OF_FOUR) + 2 * race + s.free);
        int first = most_of_rivals(s, me, [&](int o) { return me == s.mover || o == s.mover ? (int)s.scores[o] : 0; }) / 5;  // the mover's, or its strongest opponent's
        int other = most_of_rivals(s, me, [&](int o) { return o == s.mover ? 0 : (int)s.scores[o]; });
        hear(AT_GAIN + (set - 1) * GAIN + (((ahead.gain < 20 ? ahead.gain / 5 : 4) * 9 + (score < 8 ? score : 8)) * 9 + (first < 8 ? first : 8)) * 3 + lack_of(other));
    }
    if (s.centre) hear(base + AT_CENTRE + 121 * s.held[CENTRE][me] + 11 * most_of_rivals(s, me, [&](int o) { return s.held[CENTRE][o]; }) + s.filled(CENTRE));
    if (facts.use & (8 | 16)) {
        const Set &mine = ahead.mine, &next = ahead.next;
        if (facts.use & 8) hear(base + AT_MOBILITY + 256 * s.passes + 16 * mobility(mine) + mobility(next));
        if ((facts.use & 16) && s.seats == 2 && !loose)
            for (int w = 0; w < WORDS; w++)
                for (uint64_t bits = mine.bits[w] | next.bits[w]; bits; bits &= bits - 1) {
                    int i = 64 * w + State::first_bit(bits), who = mine.has(i) ? next.has(i) ? 2 : 0 : 1;
                    hear(AT_CHOICE + 3 * (orbit * PLACES + k.place_to[way][i]) + who);
                }
    }
    if ((facts.use & 32) && s.seats == 2 && !loose) {
        int code = 0;
        for (int i = 0; i < k.arounds[s.last]; i++) code |= (int)s.is_taken(k.around[s.last][i]) << i;
        hear(AT_AROUND + k.at_around[orbit] + code);
    }
}

// Each seat's share of the win.
APART void judge(const State &s, const Facts &facts, const float *numbers, float *shares) {
    if (s.over) {
        for (int seat = 0; seat < s.seats; seat++) shares[seat] = s.won(seat);
        return;
    }
    float promise[SEATS], total = 0;
    const Ahead ahead = look_ahead(s, facts);
    for (int after = 0; after < s.seats; after++) {
        int seat = (s.mover + after) % s.seats;
        promise[seat] = 0;
        if (s.seats == 2 && after) continue;
        patterns(s, facts, ahead, seat, set_of(s.seats, after), [&](int i) { promise[seat] += numbers[i]; });
    }
    float most = promise[0];
    for (int seat = 1; seat < s.seats; seat++) most = promise[seat] > most ? promise[seat] : most;
    for (int seat = 0; seat < s.seats; seat++) shares[seat] = expf(promise[seat] - most), total += shares[seat];
    for (int seat = 0; seat < s.seats; seat++) shares[seat] /= total;
}

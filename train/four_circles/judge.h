// The evaluation of a position for the seat to move: a sum of learned weights, one for each pattern that contains a pawn.
//   lines of four and of five cells, straight or diagonal, each cell in one of six states (empty, free tile, own or opponent's pawn, plain or circle);
//   the eight cells around each pawn, each in one of four states (empty, free tile, own or opponent's pawn), for each of four kinds of pawn.
// Two sets of all these: while pawns are placed, and afterwards.
#pragma once
#include "rules.h"

constexpr int L4 = 1296, L5 = 7776, N8 = 65536;
constexpr int AT4 = 0, AT5 = AT4 + 2 * 2 * L4, AT8 = AT5 + 2 * 2 * L5, ATB = AT8 + 2 * 4 * N8, NUMBERS = ATB + PAWNS + 1;

#ifndef USE5
#define USE5 1
#endif
#ifndef USE8
#define USE8 1
#endif

// Call `hear(index)` for every pattern of a position seen from `me`.
template <typename Hear> BOTH void patterns(const Position &p, int me, Hear hear) {
    uint64_t look = 0x10;  // four bits for the meaning of each value of `at` to `me`
    for (int i = 0; i < PAWNS; i++) look |= (uint64_t)(2 + 2 * ((i >= 6) != (me == 1)) + (p.circles >> i & 1)) << (4 * (i + 2));
    auto seen = [&](int cell) { return (int)(look >> (4 * p.at[cell]) & 15); };
    const int phase = p.placed == PAWNS, steps[4] = {1, ROW, ROW + 1, ROW - 1};
    for (int i = 0; i < PAWNS; i++) {
        int cell = p.pawns[i];
        if (!cell) continue;
        for (int d = 0; d < 4; d++) {
            int step = steps[d], s[9];
            for (int k = -4; k <= 4; k++) s[k + 4] = seen(cell + k * step);
            int four = ((s[4] * 6 + s[5]) * 6 + s[6]) * 6 + s[7], base4 = AT4 + (2 * phase + (d >> 1)) * L4;
            int five = four * 6 + s[8], base5 = AT5 + (2 * phase + (d >> 1)) * L5;
            for (int k = 0;; k++) {  // the pattern that begins k cells before; those that contain an earlier pawn belong to that pawn
                if (k < 4) hear(base4 + four);
                if (USE5) hear(base5 + five);
                if (k == 4 || s[3 - k] > 1) break;
                four = s[3 - k] * 216 + four / 6, five = s[3 - k] * 1296 + five / 6;
            }
        }
        if (USE8) {
            int code = 0;
            for (int d = 0; d < 8; d++) {
                int s = seen(cell + Position::direction(d));
                code = code * 4 + (s < 2 ? s : s < 4 ? 2 : 3);
            }
            hear(AT8 + (4 * phase + seen(cell) - 2) * N8 + code);
        }
    }
    hear(ATB + p.placed);
}

BOTH float lead(const Position &p, const float *numbers) {
    float total = 0;
    patterns(p, p.mover, [&](int i) { total += numbers[i]; });
    return total;
}

BOTH float share_of(float lead) { return 1.0f / (1.0f + expf(-lead)); }

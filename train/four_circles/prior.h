// The priors of moves: a sum of learned weights for each move, then a softmax over the moves.
//   for the cell a pawn goes to or is placed on, the cell it leaves and the tile that is taken away: the three cells on either side, in four lines,
//   each in one of six states as in judge.h; and whether a circle was and is shown, and whether a tile is moved before.
#pragma once
#include "judge.h"

constexpr int P6 = 46656, ATM = 6 * 2 * P6, PRIOR = ATM + 8;
enum Kind { PLACED, TO_PLAIN, TO_CIRCLE, FROM_PLAIN, FROM_CIRCLE, TAKEN };

BOTH uint64_t looks(const Position &p, int me) {  // four bits for the meaning of each value of `at` to `me`
    uint64_t look = 0x10;
    for (int i = 0; i < PAWNS; i++) look |= (uint64_t)(2 + 2 * ((i >= 6) != (me == 1)) + (p.circles >> i & 1)) << (4 * (i + 2));
    return look;
}

template <typename Hear> BOTH void lines_at(const Position &p, uint64_t look, int cell, int kind, Hear hear) {
    const int steps[4] = {1, ROW, ROW + 1, ROW - 1};
    for (int d = 0; d < 4; d++) {
        int code = 0;
        for (int k = -3; k <= 3; k++)
            if (k) code = code * 6 + (int)(look >> (4 * p.at[cell + k * steps[d]]) & 15);
        hear((2 * kind + (d >> 1)) * P6 + code);
    }
}

// Call `hear(index)` for every pattern of a move; the position is not changed.
template <typename Hear> BOTH void features(Position &p, uint64_t look, Move m, Hear hear) {
    if (!m.target) return;
    if (!m.source) return lines_at(p, look, m.target, PLACED, hear);
    uint8_t pawn = p.at[m.source];
    int was = p.circles >> (pawn - 2) & 1, now = was ^ Position::far(m.source, m.target);
    lines_at(p, look, m.source, FROM_PLAIN + was, hear);
    if (m.tile) lines_at(p, look, m.tile, TAKEN, hear);
    p.at[m.source] = 1;
    if (m.tile) p.at[m.tile] = 0;
    lines_at(p, look, m.target, TO_PLAIN + now, hear);
    p.at[m.source] = pawn;
    if (m.tile) p.at[m.tile] = 1;
    hear(ATM + 4 * was + 2 * now + (m.tile > 0));
}

BOTH float promise(Position &p, uint64_t look, Move m, const float *prior) {
    float total = 0;
    features(p, look, m, [&](int i) { total += prior[i]; });
    return total;
}

// The evaluation of a position for the player to move: a sum of learned weights.
//   Lines of five cells, straight or diagonal, by the number of cards left: in fine stages for their first four cells, in coarse ones for all five.
//   The lead in tokens and points, and the cards in both hands, by the number of cards left.
// A cell is in one of seven states: none; empty, open or locked; an own point, open or locked; an opponent's point, open or locked.
// A cell that no card can cover any more counts as locked.
#pragma once
#include <cmath>

#include "rules.h"

constexpr int STAGES = 10, SPANS = 6, FIVE = 32768, FOUR = 4096, TOKENS = 3, LEAD = 5, LEADS = (2 * TOKENS + 1) * (2 * LEAD + 1);
// Layout during training:
constexpr int AT_FIVE = 0, AT_FOUR = AT_FIVE + SPANS * 2 * FIVE, AT_LEAD = AT_FOUR + STAGES * 2 * FOUR, AT_HAND = AT_LEAD + STAGES * LEADS, LEARNED = AT_HAND + STAGES * 2 * SHAPES;
// Layout for evaluation: lines of four are added to the lines of five that begin with them.
constexpr int IN_LINE = 0, IN_LEAD = STAGES * 2 * FIVE, IN_HAND = IN_LEAD + STAGES * LEADS, NUMBERS = IN_HAND + STAGES * 2 * SHAPES;

BOTH int stage_of(int to_come) {
    if (to_come <= 6) return to_come - 1;
    return 6 + (to_come > 10 ? 2 : 0) + (to_come + 1) % 2;
}
BOTH int span_of(int stage) { return stage < 2 ? stage : stage < 6 ? 2 + stage % 2 : 4 + stage % 2; }
BOTH int within(int value, int most) { return value < -most ? -most : value > most ? most : value; }
BOTH int lead_at(int tokens, int points) { return (within(tokens, TOKENS) + TOKENS) * (2 * LEAD + 1) + within(points, LEAD) + LEAD; }
BOTH float share_of(float lead) { return 1.0f / (1.0f + expf(-lead)); }

struct Rows {  // one row of the table seen from a player
    uint64_t covered, closed, own, other;
    BOTH int cell(int x) const {
        const int shut = (int)(closed >> x & 1);
        if (own >> x & 1) return 3 + shut;
        if (other >> x & 1) return 5 + shut;
        return shut ? 2 : (int)(covered >> x & 1);
    }
};

BOTH uint64_t spread(uint64_t free, int size) { return size ? free | free << 1 | free << 2 : free | free << 1; }
BOTH uint64_t coverable(const Position &p, int y) {  // cells of a row that some card could cover
    uint64_t cells = 0;
    for (int down = 0; down < 3; down++) cells |= spread(~p.blocked(0, y - down), 0);
    for (int down = 0; down < 2; down++) cells |= spread(~p.blocked(1, y - down), 1);
    return cells;
}
BOTH Rows row_of(const Position &p, int y, int me) { return {p.covered[y], ~coverable(p, y), p.point[me][y], p.point[1 - me][y]}; }

// Call `hear(diagonal, line)` for every line of five that is not empty.
constexpr int MOST_WIDE = 40;
template <typename Hear> BOTH void lines(const Position &p, int me, Hear hear) {
    uint16_t up[MOST_WIDE + 2] = {}, rising[MOST_WIDE + 2] = {}, falling[MOST_WIDE + 2] = {};
    const int from = p.left - 4, many = p.right + 4 - from + 1 < MOST_WIDE ? p.right + 4 - from + 1 : MOST_WIDE;
    for (int y = p.low; y <= p.top + 4; y++) {
        const Rows row = row_of(p, y, me);
        int across = 0, behind = 0;  // behind: the value of `rising` in the column before
        for (int i = 1; i <= many; i++) {
            const int cell = row.cell(from + i - 1);
            across = (across << 3 | cell) & 32767;
            up[i] = (uint16_t)((up[i] << 3 | cell) & 32767);
            const int was = rising[i];
            rising[i] = (uint16_t)((behind << 3 | cell) & 32767);
            behind = was;
            falling[i] = (uint16_t)((falling[i + 1] << 3 | cell) & 32767);
            if (across) hear(0, across);
            if (up[i]) hear(0, (int)up[i]);
            if (rising[i]) hear(1, (int)rising[i]);
            if (falling[i]) hear(1, (int)falling[i]);
        }
    }
}

struct Counts { int tokens, points; };
BOTH Counts counts_of(const Position &p, int me) { return {p.tokens(me) - p.tokens(1 - me), p.points(me) - p.points(1 - me)}; }

BOTH float lead(const Position &p, const float *numbers) {  // the logarithm of the mover's odds
    const int me = p.mover(), stage = stage_of(p.to_come());
    const float *table = numbers + IN_LINE + stage * 2 * FIVE;
    const Counts c = counts_of(p, me);
    float total = numbers[IN_LEAD + stage * LEADS + lead_at(c.tokens, c.points)];
    lines(p, me, [&](int diagonal, int line) { total += table[diagonal * FIVE + line]; });
    for (int side = 0; side < 2; side++)
        for (uint32_t hand = p.hands[side ? 1 - me : me]; hand; hand &= hand - 1) total += numbers[IN_HAND + (stage * 2 + side) * SHAPES + shape_of(lowest(hand))];
    return total;
}
BOTH float result(const Position &p, int me) {  // R20 to R22
    const Counts c = counts_of(p, me);
    const int ahead = 1000 * c.tokens + c.points;
    return ahead > 0 ? 1.0f : ahead < 0 ? 0.0f : 0.5f;
}

// Choose a placing by a search of one ply in 32 strands: each is a lane of a warp on a GPU; on a CPU they run one after the other.
// A strand estimates its part of the places, as if each square of a card changed the table independently, and evaluates the best ones exactly.
#pragma once
#include "judge.h"

#ifdef __CUDA_ARCH__
#define STEP 32
#else
#define STEP 1
#endif
constexpr int STRANDS = 32, KEPT = 2, FOUND = STRANDS * KEPT, SIDE = 32, CODES = 42, EDGE = 3, FRINGE = 8;
constexpr float TOKEN = 100.0f, NEVER = -1e9f;

struct Desk {  // the data shared by the strands of one game
    Position p;
    Luck luck;
    int wild;  // cards that are placed nearly at random
    uint8_t codes[CODES * CODES];  // the cells seen from the opponent, starting FRINGE before the covered rectangle
    float change[SIDE * SIDE][3];  // the change of the opponent's lead by a card's empty square, its own point, the mover's point there; starting at EDGE
    Move found[FOUND];
    float worth[FOUND];  // the values for the mover
    Counts now;
};

struct Slopes { float token, point; };  // the value of another token and another point for the opponent

struct Chooser {
    const Poses &poses;
    const float *numbers;
    Desk &desk;
    int lane;

    BOTH void choose() {
        see();
        MEET;
        weigh_cells();
        MEET;
        for (int s = lane; s < STRANDS; s += STEP) look(s);
        MEET;
    }

    BOTH void see() {
        const Position &p = desk.p;
        for (int r = lane; r < CODES; r += STEP) {
            const int y = p.low - FRINGE + r;
            const bool inside = y >= 2 && y < TALL - 2;
            const Rows row = inside ? row_of(p, y, 1 - p.mover()) : Rows{0, 0, 0, 0};
            for (int i = 0; i < CODES; i++) {
                const int x = p.left - FRINGE + i;
                desk.codes[r * CODES + i] = (uint8_t)(x >= 0 && x < 64 ? row.cell(x) : 0);
            }
        }
        if (lane == 0) desk.now = counts_of(p, 1 - p.mover());
    }

    BOTH bool last() const { return desk.p.to_come() == 1; }
    BOTH Slopes slopes() const {
        if (last()) return {TOKEN, 1.0f};
        const float *table = numbers + IN_LEAD + stage_of(desk.p.to_come() - 1) * LEADS;
        const Counts n = desk.now;
        return {0.5f * (table[lead_at(n.tokens + 1, n.points)] - table[lead_at(n.tokens - 1, n.points)]), 0.5f * (table[lead_at(n.tokens, n.points + 1)] - table[lead_at(n.tokens, n.points - 1)])};
    }
    BOTH void weigh_cells() {
        const Position &p = desk.p;
        const Slopes s = slopes();
        const float *table = last() ? nullptr : numbers + IN_LINE + stage_of(p.to_come() - 1) * 2 * FIVE;
        const int across = p.right - p.left + 1 + 2 * EDGE, up = p.top - p.low + 1 + 2 * EDGE;
        for (int i = lane; i < SIDE * SIDE; i += STEP)
            if (i % SIDE < across && i / SIDE < up) weigh_cell(i, s, table);
    }
    BOTH void weigh_cell(int i, Slopes slope, const float *table) {
        const uint8_t *here = desk.codes + (i / SIDE + FRINGE - EDGE) * CODES + i % SIDE + FRINGE - EDGE;
        const int was = *here, steps[4] = {1, CODES, CODES + 1, CODES - 1};
        float *change = desk.change[i];
        change[0] = change[1] = change[2] = 0;
        if (was && was % 2 == 0) return;  // locked
        const int laid[3] = {was ? was + 1 : 1, was ? 4 : 3, was ? 6 : 5};
        int tokens[2] = {0, 0};  // tokens that depend on a point there: the opponent's, the mover's
        for (int d = 0; d < 4; d++) {
            int s[9];
            for (int k = 0; k < 9; k++) s[k] = here[(k - 4) * steps[d]];
            for (int c = 0; c < 2; c++) {
                int one = 0, two = 0;
                while (one < 4 && (s[3 - one] - 3 - 2 * c) >> 1 == 0) one++;
                while (two < 4 && (s[5 + two] - 3 - 2 * c) >> 1 == 0) two++;
                tokens[c] += (one + two + 1) / 4 - one / 4 - two / 4;
            }
            if (!table) continue;
            int line = s[0] << 12 | s[1] << 9 | s[2] << 6 | s[3] << 3 | s[4];
            for (int k = 0;; k++) {  // the cell is the last one, then the last but one …
                const float *at = table + (d >> 1) * FIVE;
                const float old = at[line];
                for (int c = 0; c < 3; c++) change[c] += at[line + ((laid[c] - was) << 3 * k)] - old;
                if (k == 4) break;
                line = (line << 3 | s[5 + k]) & 32767;
            }
        }
        const int shown = (was - 1) >> 1;  // 1: the opponent's, 2: the mover's
        for (int c = 1; c < 3; c++) {
            if (shown == c) continue;
            const int sign = c == 1 ? 1 : -1;
            int more = sign * tokens[c - 1], points = sign;
            if (was && shown == 3 - c) more += sign * tokens[2 - c], points += sign;
            change[c] += slope.token * (float)more + slope.point * (float)points;
        }
    }

    BOTH void look(int strand) {
        const Position &p = desk.p;
        const bool over = p.must_overlap();
        Move best[KEPT];
        float rough[KEPT];
        for (int k = 0; k < KEPT; k++) rough[k] = NEVER, best[k] = {0, 0, 0};
        int turn = 0;
        for (int size = 0; size < 2; size++)
            for (int y = p.first_row(); y <= p.last_row(); y++)
                for (uint64_t rest = p.places(size, y, over); rest; rest &= rest - 1)
                    if (turn++ % STRANDS == strand) look_at(size, lowest(rest), y, best, rough);
        for (int k = 0; k < KEPT; k++) {
            desk.found[strand * KEPT + k] = best[k];
            desk.worth[strand * KEPT + k] = rough[k] > NEVER ? worth(best[k]) : NEVER;
        }
    }
    BOTH void look_at(int size, int x, int y, Move *best, float *rough) {
        const Position &p = desk.p;
        const int i = x - p.left + EDGE, j = y - p.low + EDGE, w = 2 + size, h = 3 - size;
        if (i < 0 || j < 0 || i + w > SIDE || j + h > SIDE) return;
        float empty = 0;
        for (int b = j; b < j + h; b++)
            for (int a = i; a < i + w; a++) empty += desk.change[b * SIDE + a][0];
        const int me = p.mover(), stage = last() ? 0 : stage_of(p.to_come() - 1);
        for (uint32_t hand = p.hands[me]; hand; hand &= hand - 1) {
            const int card = lowest(hand);
            const float gone = last() ? 0 : numbers[IN_HAND + (stage * 2 + 1) * SHAPES + shape_of(card)];
            for (int pose = POSES * card + size; pose < POSES * card + POSES; pose += 2) {
                float his = empty - gone;
                for (int k = POINTS * pose; k < POINTS * pose + POINTS; k++) {
                    const float *change = desk.change[(j + poses.y[k]) * SIDE + i + poses.x[k]];
                    his += change[poses.colour[k] == me ? 2 : 1] - change[0];
                }
                const Move m = {(uint8_t)pose, (uint8_t)x, (uint8_t)y};
                if (-his > rough[KEPT - 1] && !p.refused(m, poses)) insert(m, -his, best, rough);
            }
        }
    }
    BOTH static void insert(Move m, float value, Move *best, float *rough) {
        int k = KEPT - 1;
        for (; k > 0 && rough[k - 1] < value; k--) rough[k] = rough[k - 1], best[k] = best[k - 1];
        rough[k] = value, best[k] = m;
    }
    BOTH float worth(Move m) const {
        Position after = desk.p;
        after.lay(m, poses);
        if (!after.to_come()) return 50.0f * (2 * result(after, desk.p.mover()) - 1);
        return -lead(after, numbers);
    }
};

struct Choice { int chosen, best; };
// With heat, sometimes choose a slightly worse placing.
BOTH Choice chosen(const Desk &desk, float heat) {
    Choice c = {0, 0};
    float loudest = NEVER;
    Luck luck = desk.luck;
    for (int i = 0; i < FOUND; i++) {
        if (desk.worth[i] > desk.worth[c.best]) c.best = i;
        const float said = desk.worth[i] > NEVER ? desk.worth[i] - heat * logf(-logf(luck.part())) : NEVER;
        if (said > loudest) loudest = said, c.chosen = i;
    }
    if (heat <= 0) c.chosen = c.best;
    return c;
}

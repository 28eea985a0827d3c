// The rules of Karta Doppio, single games, on rows of bits: the same as games/karta_doppio/kernel.py, on a GPU or a CPU.
// `check` in train.cu plays games that tests compare with the rules.
#pragma once
#include <cstdint>

#include "../common/luck.h"

constexpr int TALL = 48, RIM = 8, ORIGIN_X = 31, ORIGIN_Y = 23, POSES = 8, CARDS = 30, DECK = 16, POINTS = 3, SHAPES = 16;
constexpr uint64_t WITHIN = ((1ull << (64 - 2 * RIM)) - 1) << RIM;  // columns where a card may lie: no real game reaches the edge

BOTH int ones(uint64_t bits) {
#ifdef __CUDA_ARCH__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}
BOTH int lowest(uint64_t bits) {
#ifdef __CUDA_ARCH__
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

struct Poses {  // every orientation of a card: its three points; red is 0, blue 1
    uint8_t x[CARDS * POSES * POINTS], y[CARDS * POSES * POINTS], colour[CARDS * POSES * POINTS];
};

struct Move { uint8_t pose, x, y; };  // pose: eight for each card, the blue face first; x and y are those of the lower left square

BOTH int shape_of(int card) { return card < 14 ? card / 2 : card < 16 ? card - 7 : card / 2 + 1; }  // mirror images have the same shape
BOTH int wide(int pose) { return 2 + (pose & 1); }
BOTH int high(int pose) { return 3 - (pose & 1); }

struct Position {
    uint64_t covered[TALL], locked[TALL], point[2][TALL];
    uint32_t hands[2];
    uint8_t cards, left, right, low, top;  // cards played, and the rectangle they cover

    BOTH void start(uint32_t red, uint32_t blue) {
        for (int y = 0; y < TALL; y++) covered[y] = locked[y] = point[0][y] = point[1][y] = 0;
        hands[0] = red, hands[1] = blue, cards = 0;
        left = right = ORIGIN_X, low = top = ORIGIN_Y;
    }
    BOTH int mover() const { return cards & 1; }
    BOTH int to_come() const { return DECK - cards; }

    BOTH void lay(Move m, const Poses &poses) {
        const int w = wide(m.pose), h = high(m.pose);
        const uint64_t mask = ((1ull << w) - 1) << m.x;
        for (int y = m.y; y < m.y + h; y++) locked[y] |= covered[y] & mask, covered[y] |= mask;
        for (int k = POINTS * m.pose; k < POINTS * m.pose + POINTS; k++) {  // R12
            const uint64_t bit = 1ull << (m.x + poses.x[k]);
            const int y = m.y + poses.y[k], c = poses.colour[k];
            point[c][y] |= bit, point[1 - c][y] &= ~bit;
        }
        left = m.x < left ? m.x : left, low = m.y < low ? m.y : low;
        right = (uint8_t)(m.x + w - 1 > right ? m.x + w - 1 : right), top = (uint8_t)(m.y + h - 1 > top ? m.y + h - 1 : top);
        hands[mover()] &= ~(1u << m.pose / POSES), cards++;
    }

    // Places of a size (0 portrait, 1 landscape), a row at a time.
    BOTH uint64_t blocked(int size, int y) const {  // R10
        const uint64_t rows = locked[y] | locked[y + 1] | (size ? 0 : locked[y + 2]);
        return size ? rows | rows >> 1 | rows >> 2 : rows | rows >> 1;
    }
    BOTH uint64_t near(int y) const { return covered[y] | covered[y] << 1 | covered[y] >> 1 | covered[y - 1] | covered[y + 1]; }
    BOTH uint64_t places(int size, int y, bool over) const {  // R8, R9
        if (!cards) return y == ORIGIN_Y ? 1ull << ORIGIN_X : 0;  // R5
        uint64_t rows = over ? covered[y] | covered[y + 1] : near(y) | near(y + 1);
        if (!size) rows |= over ? covered[y + 2] : near(y + 2);
        rows |= rows >> 1;
        if (size) rows |= rows >> 1;
        return rows & ~blocked(size, y) & WITHIN;
    }
    BOTH int first_row() const { return low - 3 < RIM ? RIM : low - 3; }
    BOTH int last_row() const { return top + 1 > TALL - RIM ? TALL - RIM : top + 1; }
    BOTH bool must_overlap() const {  // R9
        if (cards + 1 < DECK) return false;
        for (int y = first_row(); y <= last_row(); y++)
            if (places(0, y, true) | places(1, y, true)) return true;
        return false;
    }
    BOTH bool refused(Move m, const Poses &poses) const {  // R6, R7: restrictions of the second card
        if (cards != 1) return false;
        if (m.x == left && m.y == low && m.x + wide(m.pose) - 1 == right && m.y + high(m.pose) - 1 == top) return true;
        for (int k = POINTS * m.pose; k < POINTS * m.pose + POINTS; k++)
            if (poses.colour[k] == 1 && (point[0][m.y + poses.y[k]] >> (m.x + poses.x[k]) & 1)) return true;
        return false;
    }
    template <typename Hear> BOTH void list(const Poses &poses, Hear hear) const {
        const bool over = must_overlap();
        for (int size = 0; size < 2; size++)
            for (int y = first_row(); y <= last_row(); y++)
                for (uint64_t rest = places(size, y, over); rest; rest &= rest - 1)
                    for (uint32_t hand = hands[mover()]; hand; hand &= hand - 1)
                        for (int pose = POSES * lowest(hand) + size; pose < POSES * lowest(hand) + POSES; pose += 2) {
                            const Move m = {(uint8_t)pose, (uint8_t)lowest(rest), (uint8_t)y};
                            if (!refused(m, poses)) hear(m);
                        }
    }

    // R14 to R16: maximal runs, each worth a quarter of its length.
    BOTH int tokens(int colour) const {
        const uint64_t *p = point[colour];
        int total = 0;
        for (int y = low; y <= top; y++) {
            total += runs(p, y, p[y] & p[y] >> 1 & p[y] >> 2 & p[y] >> 3 & ~(p[y] << 1), 1, 0);
            total += runs(p, y, p[y] & p[y + 1] & p[y + 2] & p[y + 3] & ~p[y - 1], 0, 1);
            total += runs(p, y, p[y] & p[y + 1] >> 1 & p[y + 2] >> 2 & p[y + 3] >> 3 & ~(p[y - 1] << 1), 1, 1);
            total += runs(p, y, p[y] & p[y + 1] << 1 & p[y + 2] << 2 & p[y + 3] << 3 & ~(p[y - 1] >> 1), -1, 1);
        }
        return total;
    }
    BOTH static int runs(const uint64_t *p, int y, uint64_t begins, int across, int up) {
        int total = 0;
        for (; begins; begins &= begins - 1) {
            const int x = lowest(begins);
            int run = 4;
            while (p[y + up * run] >> (x + across * run) & 1) run++;
            total += run / 4;
        }
        return total;
    }
    BOTH int points(int colour) const {
        int total = 0;
        for (int y = low; y <= top; y++) total += ones(point[colour][y]);
        return total;
    }
};

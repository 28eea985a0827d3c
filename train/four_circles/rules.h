// The rules of Four Circles for one game per thread, on a GPU or a CPU. The same as games/four_circles/kernel.py, without R18 (repetition):
// self-play has its own limit of plies instead. `check` in train.cu plays games that tests compare with the kernel's.
#pragma once
#include "../common/luck.h"

constexpr int ROW = 32, CELLS = ROW * ROW, RIM = 7, TILES = 20, PAWNS = 12, MOST = 640;

struct Move { int16_t target, source, tile; };  // source 0: a pawn is placed; tile 0: none is moved before; target 0: a pass

struct Position {
    uint8_t at[CELLS];  // 0: empty; 1: a free tile; 2 + index: a pawn
    int16_t tiles[TILES], pawns[PAWNS];
    uint16_t circles;
    uint8_t placed, mover, passes, over;  // over: 0 no, 1 the last mover won, 2 a draw
    int16_t plies;

    BOTH void start() {
        for (int i = 0; i < CELLS; i++) at[i] = 0;
        for (int i = 0; i < TILES; i++) tiles[i] = (int16_t)((14 + i / 5) * ROW + 13 + i % 5), at[tiles[i]] = 1;
        for (int i = 0; i < PAWNS; i++) pawns[i] = 0;
        circles = 0, placed = 0, mover = 0, passes = 0, over = 0, plies = 0;
    }

    BOTH static int direction(int d) {
        return d == 0 ? -ROW : d == 1 ? 1 : d == 2 ? ROW : d == 3 ? -1 : d == 4 ? 1 - ROW : d == 5 ? ROW + 1 : d == 6 ? ROW - 1 : -ROW - 1;
    }
    BOTH int touch(int cell) const { return (at[cell - ROW] > 0) + (at[cell + 1] > 0) + (at[cell + ROW] > 0) + (at[cell - 1] > 0); }
    BOTH static bool beside(int one, int other) {
        int apart = one - other;
        return apart == 1 || apart == -1 || apart == ROW || apart == -ROW;
    }
    BOTH static bool far(int source, int target) {
        int x = (source % ROW) - (target % ROW), y = source / ROW - target / ROW;
        return x == 2 || x == -2 || y == 2 || y == -2;
    }

    BOTH bool joined(int one, int two, int without) const {
        uint32_t seen[ROW] = {};
        int16_t reached[TILES + 4];
        int known = 1, done = 0;
        seen[without / ROW] |= 1u << (without % ROW), seen[one / ROW] |= 1u << (one % ROW);
        reached[0] = (int16_t)one;
        while (done < known) {
            int here = reached[done++];
            for (int d = 0; d < 4; d++) {
                int there = here + direction(d);
                if (!at[there] || (seen[there / ROW] >> (there % ROW) & 1)) continue;
                if (there == two) return true;
                seen[there / ROW] |= 1u << (there % ROW);
                reached[known++] = (int16_t)there;
            }
        }
        return false;
    }
    BOTH bool removable(int tile) const {  // R12
        int sides = touch(tile);
        if (at[tile] != 1 || sides > 2) return false;
        if (sides == 1) return true;
        bool up = at[tile - ROW] > 0, down = at[tile + ROW] > 0;
        if (up == down) return false;
        int one = up ? tile - ROW : tile + ROW, two = at[tile - 1] > 0 ? tile - 1 : tile + 1;
        return at[one + two - tile] > 0 || joined(one, two, tile);
    }

    BOTH int list(Move *moves) const {
        int count = 0;
        if (over) return 0;
        if (placed < PAWNS) {
            for (int i = 0; i < TILES; i++)
                if (at[tiles[i]] == 1) moves[count++] = {tiles[i], 0, 0};
            return count;
        }
        int16_t from[48], bare[48], loose[TILES];
        int reached = 0, free = 0;
        for (int i = 6 * mover; i < 6 * mover + 6; i++)
            for (int d = 0; d < 8; d++) {
                int target = pawns[i] + direction(d);
                if (at[target] > 1) target += direction(d);
                if (at[target] == 1) moves[count++] = {(int16_t)target, pawns[i], 0};
                else if (at[target] == 0 && touch(target) > 0) from[reached] = pawns[i], bare[reached++] = (int16_t)target;
            }
        if (reached)
            for (int i = 0; i < TILES; i++)
                if (removable(tiles[i])) loose[free++] = tiles[i];
        for (int k = 0; k < free; k++)
            for (int i = 0; i < reached; i++)
                if (touch(bare[i]) > (int)beside(loose[k], bare[i]) && count < MOST - 1) moves[count++] = {bare[i], from[i], loose[k]};
        if (!count) moves[count++] = {0, 0, 0};
        return count;
    }

    BOTH bool own_circle(int cell, int seat) const {
        int pawn = (int)at[cell] - 2;
        return pawn >= 0 && (pawn >= 6) == (seat == 1) && (circles >> pawn & 1);
    }
    BOTH bool in_line(int cell, int seat) const {
        const int steps[4] = {1, ROW, ROW + 1, ROW - 1};
        for (int d = 0; d < 4; d++) {
            int run = 1;
            for (int here = cell + steps[d]; own_circle(here, seat); here += steps[d]) run++;
            for (int here = cell - steps[d]; own_circle(here, seat); here -= steps[d]) run++;
            if (run >= 4) return true;
        }
        return false;
    }

    BOTH void play(Move move, int most_plies) {
        int seat = mover;
        mover = (uint8_t)(1 - seat), plies++;
        if (!move.target) {
            if (++passes == 2) over = 2;
        } else if (!move.source) {
            int pawn = 6 * seat + placed / 2;
            passes = 0, pawns[pawn] = move.target, at[move.target] = (uint8_t)(2 + pawn), placed++;
        } else {
            passes = 0;
            if (move.tile) {
                at[move.tile] = 0, at[move.target] = 1;
                for (int i = 0; i < TILES; i++)
                    if (tiles[i] == move.tile) tiles[i] = move.target;
            }
            int pawn = (int)at[move.source] - 2;
            at[move.source] = 1, at[move.target] = (uint8_t)(2 + pawn), pawns[pawn] = move.target;
            if (far(move.source, move.target)) circles ^= (uint16_t)(1 << pawn);
            if ((circles >> pawn & 1) && in_line(move.target, seat)) over = 1;
        }
        if (!over && plies >= most_plies) over = 2;
    }

    // Undo the move just played, for a search of one ply.
    BOTH void unplay(Move move, uint16_t were, uint8_t passed) {
        int seat = 1 - mover;
        mover = (uint8_t)seat, plies--, over = 0, passes = passed, circles = were;
        if (!move.target) return;
        if (!move.source) {
            placed--;
            pawns[6 * seat + placed / 2] = 0, at[move.target] = 1;
            return;
        }
        int pawn = (int)at[move.target] - 2;
        at[move.target] = 1, at[move.source] = (uint8_t)(2 + pawn), pawns[pawn] = move.source;
        if (move.tile) {
            at[move.target] = 0, at[move.tile] = 1;
            for (int i = 0; i < TILES; i++)
                if (tiles[i] == move.target) tiles[i] = move.tile;
        }
    }

    // The board can move across the plane: keep it off the edge.
    BOTH void centre() {
        int left = ROW, right = 0, top = ROW, bottom = 0;
        for (int i = 0; i < TILES; i++) {
            int x = tiles[i] % ROW, y = tiles[i] / ROW;
            left = x < left ? x : left, right = x > right ? x : right, top = y < top ? y : top, bottom = y > bottom ? y : bottom;
        }
        if (left >= RIM && top >= RIM && right < ROW - RIM && bottom < ROW - RIM) return;
        int by = (ROW / 2 - (left + right) / 2) + (ROW / 2 - (top + bottom) / 2) * ROW;
        for (int i = 0; i < TILES; i++) at[tiles[i]] = 0;
        for (int i = 0; i < TILES; i++) tiles[i] = (int16_t)(tiles[i] + by), at[tiles[i]] = 1;
        for (int i = 0; i < PAWNS; i++)
            if (pawns[i]) pawns[i] = (int16_t)(pawns[i] + by), at[pawns[i]] = (uint8_t)(2 + i);
        // A board longer than the plane does not occur: twenty tiles in one row need 20 cells.
    }
};

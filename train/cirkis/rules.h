// The rules of CirKis for one game per thread: one round, for two to four players. The same as games/cirkis/kernel.py without the long match (R22);
// `check` in train.cu plays games that a test compares with the rules'.
#pragma once
#include "../common/luck.h"
#include "board.h"

constexpr int FORTY = 40, MOST_MOVES = 320, PASS = PLACES;

struct State {
    Set fitting, touched;  // placements that are not blocked, and those that touch a piece
    uint64_t taken[3];
    uint8_t held[FIGURES][SEATS], mask[FIVES];  // spaces of each figure by seat; the ones taken
    uint8_t left[SEATS][SHAPES], unplayed[SEATS], scores[SEATS];
    int16_t last;  // the placement laid last, -1 before
    uint8_t seats, mover, passes, slivers, free, over, winners, pieces, centre;

    APART void start(const Known &k, int players, int first, bool centre_circle) {
        memset(this, 0, sizeof *this);
        for (int w = 0; w < WORDS; w++) fitting.bits[w] = ~0ull;
        fitting.bits[WORDS - 1] = (1ull << (PLACES & 63)) - 1;
        for (int s = 0; s < players; s++)
            for (int i = 0; i < SHAPES; i++) left[s][i] = k.hand[i], unplayed[s] += k.hand[i];
        last = -1, seats = (uint8_t)players, mover = (uint8_t)first, centre = centre_circle;
    }

    BOTH bool is_taken(int space) const { return taken[space >> 6] >> (space & 63) & 1; }
    BOTH int filled(int figure) const {
        int total = 0;
        for (int s = 0; s < seats; s++) total += held[figure][s];
        return total;
    }
    BOTH int size(int figure) const { return figure == CENTRE ? 10 : 5; }

    // The placements that a seat could choose if it were to move.
    APART Set choices(const Known &k, int seat) const {
        Set found;
        for (int w = 0; w < WORDS; w++) {
            uint64_t hand = 0;
            for (int i = 0; i < SHAPES; i++)
                if (left[seat][i]) hand |= k.of_shape[i].bits[w];
            uint64_t reach = last < 0 ? k.opening.bits[w] : free ? touched.bits[w] : k.touching[last].bits[w];  // R4, R10, R5
            found.bits[w] = fitting.bits[w] & reach & hand;
        }
        return found;
    }

    APART int list(const Known &k, int16_t *moves) const {
        int count = 0;
        if (over) return 0;
        Set found = choices(k, mover);
        for (int w = 0; w < WORDS; w++)
            for (uint64_t bits = found.bits[w]; bits; bits &= bits - 1) moves[count++] = (int16_t)(64 * w + first_bit(bits));
        if (!count) moves[count++] = PASS;  // R12
        return count;
    }

    BOTH static int first_bit(uint64_t bits) {
#ifdef __CUDA_ARCH__
        return __ffsll((long long)bits) - 1;
#else
        return __builtin_ctzll(bits);
#endif
    }

    BOTH void turn() { mover = (uint8_t)(mover + 1 < seats ? mover + 1 : 0); }  // R2

    APART void play(const Known &k, int move) {
        if (move == PASS) {
            passes++, free = 0, turn();  // R11
            if (passes == seats) conclude();  // R19c
            return;
        }
        int seat = mover;
        bool first_sliver = k.shape[move] == k.sliver && !slivers;
        passes = 0;
        lay(k, move, seat);
        bool star = score(k, move, seat);
        if (ends(seat)) { turn(), free = 0, conclude(); return; }
        free = star || first_sliver || surrounded(k, move);  // R8
        if (!free) turn();
    }

    BOTH void lay(const Known &k, int place, int seat) {
        for (int w = 0; w < WORDS; w++) fitting.bits[w] &= ~k.clashes[place].bits[w], touched.bits[w] |= k.touching[place].bits[w];
        for (int i = 0; i < k.covers[place]; i++) {
            int space = k.cover[place][i], figure = k.figure[space];
            taken[space >> 6] |= 1ull << (space & 63);
            if (figure >= 0) held[figure][seat]++, mask[figure] |= (uint8_t)(1 << k.bit[space]);
            if (k.in_centre[space]) held[CENTRE][seat]++;
        }
        left[seat][k.shape[place]]--, unplayed[seat]--, slivers += k.shape[place] == k.sliver;
        last = (int16_t)place, pieces++;
    }

    // R13 to R18; returns whether the center star was completed.
    BOTH bool score(const Known &k, int place, int seat) {
        bool star = false;
        int paid = 0, centred = 0;  // paid: figures as bits
        for (int i = 0; i < k.covers[place]; i++) {
            int space = k.cover[place][i], figure = k.figure[space];
            centred |= k.in_centre[space];
            if (figure < 0 || paid >> figure & 1 || mask[figure] != 31) continue;
            pay(figure, seat), paid |= 1 << figure, star = star || figure == 0;
        }
        if (centre && centred && filled(CENTRE) == 10) pay(CENTRE, seat);
        if (!unplayed[seat]) scores[seat] += 10;  // R17
        return star;
    }

    BOTH void pay(int figure, int finisher) {  // R14 to R16, R21
        int owner = leader(figure);
        if (owner >= 0) scores[owner] += figure == CENTRE ? 15 : 10;
        if (owner != finisher) scores[finisher] += 5;
    }

    BOTH int leader(int figure) const {
        int found = -1, most = 0;
        for (int s = 0; s < seats; s++) {
            if (held[figure][s] > most) most = held[figure][s], found = s;
            else if (held[figure][s] == most) found = -1;
        }
        return found;
    }

    BOTH bool ends(int seat) const {  // R19
        bool forty = false;
        for (int s = 0; s < seats; s++) forty = forty || scores[s] >= FORTY;
        return forty || !unplayed[seat];
    }

    BOTH bool surrounded(const Known &k, int place) const {  // R8a
        for (int i = 0; i < k.arounds[place]; i++)
            if (!is_taken(k.around[place][i])) return false;
        return true;
    }

    BOTH void conclude() {  // R20
        int highest = -1;
        over = 1, winners = 0;
        for (int s = 0; s < seats; s++) {
            int rank = 256 * scores[s] + unplayed[s];
            if (rank > highest) highest = rank, winners = 0;
            if (rank == highest) winners |= (uint8_t)(1 << s);
        }
    }

    BOTH float won(int seat) const {  // a seat's share of the result
        int many = 0;
        for (int s = 0; s < seats; s++) many += winners >> s & 1;
        return winners >> seat & 1 ? 1.0f / (float)many : 0.0f;
    }
};

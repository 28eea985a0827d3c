// Learning from games against champions: one seat plays what is learned, all others judge by hand, everybody searches. A position should be worth what such a
// game gave each seat in the end. What one ply ahead learns from itself does not carry over to trees with three and four players; this does, a little.
#pragma once
#include "learn.h"

constexpr int LONGEST = 112, STAGES = 6;

struct Lesson {  // a position of a game that has ended
    State state;
    float said, result[SEATS], wish[GUESSES];  // the mover's share as its tree said, each seat's in the end, where the visits went
    int16_t moves[GUESSES];
    uint8_t count, mine, left;  // moves (0: too many), whether what is learned was to move, moves to the end
};
struct Game { State state; Luck luck; int kept; uint8_t seat, clean; };  // clean: from the start, without a stray move
struct Report { double won[SEATS + 1], surprise[SEATS + 1][STAGES]; unsigned long long games[SEATS + 1], seen[SEATS + 1][STAGES], plies, simulations, head; };
struct Terms { float stray, variety; int capacity; long long rows; };

BOTH int stage_of(int left) { return left < 4 ? 0 : left < 8 ? 1 : left < 12 ? 2 : left < 18 ? 3 : left < 26 ? 4 : 5; }

BOTH int at_first_sight(const State &s, const Facts &facts, const float *prior, const int16_t *moves, int count, Luck &luck) {
    int chosen = 0;
    float loudest = -1e9f;
    for (int i = 0; i < count; i++) {
        float said = logf(prior_weight(s, facts, prior, moves[i]) + 1e-9f) - logf(-logf(luck.part()));
        if (said > loudest) loudest = said, chosen = i;
    }
    return chosen;
}

// A new game; all of the first ones and three of ten later ones go on from where moves at first sight have led.
BOTH void begin_game(Game &g, const Facts &facts, const float *prior, int players, bool first) {
    int16_t moves[MOST_MOVES];
    do {
        int plies = first || g.luck.below(10) < 3 ? g.luck.below(14 * players) : 0;
        g.state.start(*facts.known, players, 0, false), g.kept = 0, g.clean = plies == 0;
        for (; plies > 0 && !g.state.over; plies--) {
            int count = g.state.list(*facts.known, moves);
            g.state.play(*facts.known, moves[at_first_sight(g.state, facts, prior, moves, count, g.luck)]);
        }
    } while (g.state.over);
}

BOTH void note(Lesson &l, const Game &g, const Tree &tree) {
    const Node &root = tree.nodes[0];
    int mover = g.state.mover, best = tree.best(mover);
    float total = 0;
    l.state = g.state, l.mine = mover == g.seat, l.said = tree.value(best, mover), l.count = 0;
    if (root.many > GUESSES) return;
    bool won = tree.nodes[best].proof == 1 << mover;
    l.count = (uint8_t)root.many;
    for (int i = 0; i < root.many; i++) l.moves[i] = tree.nodes[root.first + i].move, total += l.wish[i] = won ? (float)(root.first + i == best) : (float)tree.nodes[root.first + i].visits;
    for (int i = 0; i < root.many; i++) l.wish[i] /= total;
}

// A game has ended: its positions become lessons, and what was foreseen is counted before it is learned from.
BOTH void hand_in(Game &g, Lesson *notes, Lesson *lessons, long long rows, const Facts &facts, const float *numbers, Report &r) {
    const int seats = g.state.seats;
    if (g.clean) { ADD(r.won[seats], (double)g.state.won(g.seat)); ADD(r.games[seats], 1ull); }
    for (int i = 0; i < g.kept; i++) {
        Lesson &l = notes[i];
        float shares[SEATS], surprise = 0;
        l.left = (uint8_t)(g.kept - i);
        judge(l.state, facts, numbers, shares);
        for (int seat = 0; seat < seats; seat++) {
            l.result[seat] = g.state.won(seat);
            if (l.result[seat] > 0) surprise -= l.result[seat] * logf(shares[seat] + 1e-6f);
        }
        ADD(r.surprise[seats][stage_of(l.left)], (double)surprise);
        ADD(r.seen[seats][stage_of(l.left)], 1ull);
        lessons[NEXT(r.head) % (unsigned long long)rows] = l;
    }
}

APART void one_ply(Game &g, Lesson *notes, Lesson *lessons, const Facts &facts, const Mind &mine, const Mind &champion, Node *nodes, const Terms &terms, Report &r) {
    int16_t moves[MOST_MOVES];
    int count = g.state.list(*facts.known, moves), move = moves[0];
    if (count > 1) {
        const Mind &mind = g.state.mover == g.seat ? mine : champion;
        Tree tree;
        tree.begin(nodes, terms.capacity), tree.curiosity = mind.curiosity;
        tree.think_briefly(g.state, facts, mind);
        move = nodes[tree.varied(g.state.mover, terms.variety, g.luck)].move;
        ADD(r.plies, 1ull);
        ADD(r.simulations, (unsigned long long)nodes[0].visits);
        if (g.kept < LONGEST) note(notes[g.kept++], g, tree);
        if (g.luck.part() < terms.stray) move = moves[g.luck.below(count)], g.kept = 0, g.clean = 0;  // what came before tells nothing of what comes now
    }
    g.state.play(*facts.known, move);
    if (!g.state.over) return;
    hand_in(g, notes, lessons, terms.rows, facts, mine.numbers, r);
    begin_game(g, facts, mine.prior, g.state.seats, false);
}

BOTH void learn_result(const Lesson &l, const Facts &facts, const float *numbers, float lambda, float *sums, float *counts) {
    const State &s = l.state;
    float shares[SEATS];
    judge(s, facts, numbers, shares);
    float rest = (1 - l.said) / (1 - shares[s.mover] + 1e-6f);
    for (int after = 0; after < s.seats; after++) {
        int seat = (s.mover + after) % s.seats;
        float said = seat == s.mover ? l.said : rest * shares[seat], goal = l.mine ? lambda * l.result[seat] + (1 - lambda) * said : l.result[seat];
        float error = goal - shares[seat];
        patterns(s, facts, seat, set_of(s.seats, after), [&](int i) {
            ADD(sums[i], error);
            ADD(counts[i], 1.0f);
        });
    }
}

BOTH void learn_visits(const Lesson &l, const Facts &facts, const float *prior, float *sums, float *counts) {
    float weights[GUESSES], total = 0;
    for (int i = 0; i < l.count; i++) total += weights[i] = prior_weight(l.state, facts, prior, l.moves[i]);
    for (int i = 0; i < l.count; i++) {
        float error = l.wish[i] - weights[i] / total;
        prior_patterns(l.state, facts, l.moves[i], [&](int at) {
            ADD(sums[at], error);
            ADD(counts[at], 1.0f);
        });
    }
}

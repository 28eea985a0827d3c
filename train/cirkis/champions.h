// Training in games against champions: one seat uses the learned weights, all others the handmade evaluation, and all search. The target of a
// position is each seat's result of the game. Weights trained one ply ahead do not work in trees with three and four players; these do, a little.
#pragma once
#include "learn.h"

constexpr int LONGEST = 112, STAGES = 6;

struct Lesson {  // a position of a game that has ended
    State state;
    float goal, result[SEATS], wish[GUESSES];  // the target share of the learner, each seat's result (its own 1: the others' are unknown), the distribution of visits
    int16_t moves[GUESSES];
    uint8_t count, seat;  // moves (0: too many), the seat of the learner
    BOTH bool mine() const { return state.mover == seat; }
};
struct Game { State state; Luck luck; int kept; uint8_t seat, clean; };  // clean: from the start, without random deviations
struct Report { double won[SEATS + 1], surprise[SEATS + 1][STAGES]; unsigned long long games[SEATS + 1], seen[SEATS + 1][STAGES], plies, simulations, head; };
struct Terms { float stray, variety, lambda; int capacity; long long rows; };

constexpr int OPENING = 8;  // pieces up to which all seats vary their play

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

// A new game; all of the first ones and three of ten later ones start after some moves chosen by the prior.
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

// The first game of a slot; the learner's seat rotates. Thirty-two neighbors have the same number of players and the same seat, so that they stay in step.
BOTH void seat_at(Game &g, const Facts &facts, const float *prior, uint64_t seed, int place, int players, bool midway) {
    const int team = place / 32;
    if (!players) players = 3 + team % 2;
    g.luck = luck_of(seed, place), g.seat = (uint8_t)(team / 2 % players);
    if (midway) begin_game(g, facts, prior, players, true);
    else g.state.start(*facts.known, players, 0, false), g.clean = 1;
}

BOTH void note(Lesson &l, const Game &g, const Tree &tree) {
    const Node &root = tree.nodes[0];
    int mover = g.state.mover, best = tree.best(mover);
    float total = 0;
    l.state = g.state, l.seat = g.seat, l.goal = tree.value(best, mover), l.count = 0;
    if (root.many > GUESSES) return;
    bool won = tree.nodes[best].proof == 1 << mover;
    l.count = (uint8_t)root.many;
    for (int i = 0; i < root.many; i++) l.moves[i] = tree.nodes[root.first + i].move, total += l.wish[i] = won ? (float)(root.first + i == best) : (float)tree.nodes[root.first + i].visits;
    for (int i = 0; i < root.many; i++) l.wish[i] /= total;
}

// At the end of a game, the predictions are measured before they are trained.
BOTH void count_game(const Game &g, const Lesson *notes, const Facts &facts, const float *numbers, Report &r) {
    const int seats = g.state.seats;
    if (g.clean) { ADD(r.won[seats], (double)g.state.won(g.seat)); ADD(r.games[seats], 1ull); }
    for (int i = 0; i < g.kept; i++) {
        float shares[SEATS], surprise = 0;
        const int stage = stage_of(g.kept - i);
        judge(notes[i].state, facts, numbers, shares);
        for (int seat = 0; seat < seats; seat++)
            if (g.state.won(seat) > 0) surprise -= g.state.won(seat) * logf(shares[seat] + 1e-6f);
        ADD(r.surprise[seats][stage], (double)surprise);
        ADD(r.seen[seats][stage], 1ull);
    }
}

// Turn positions into training samples. Their targets are the values of later trees, mixed with the result (TD(lambda)).
BOTH void hand_in(Game &g, Lesson *notes, Lesson *lessons, const Terms &terms, float goal, Report &r) {
    for (int i = g.kept - 1; i >= 0; i--) {
        Lesson &l = notes[i];
        if (l.mine()) goal = terms.lambda * goal + (1 - terms.lambda) * l.goal;
        l.goal = goal;
        for (int seat = 0; seat < g.state.seats; seat++) l.result[seat] = g.state.over ? g.state.won(seat) : seat == g.seat;
        lessons[NEXT(r.head) % (unsigned long long)terms.rows] = l;
    }
    g.kept = 0;
}

// After a move chosen by the prior alone: earlier positions get the last tree's value as target, or without a tree the evaluation.
BOTH int strayed(Game &g, Lesson *notes, Lesson *lessons, const Facts &facts, const Mind &mine, const int16_t *moves, int count, const Terms &terms, Report &r) {
    float shares[SEATS];
    judge(g.state, facts, mine.numbers, shares);
    float goal = g.kept && notes[g.kept - 1].mine() ? notes[g.kept - 1].goal : shares[g.seat];
    hand_in(g, notes, lessons, terms, goal, r), g.clean = 0;
    return moves[at_first_sight(g.state, facts, mine.prior, moves, count, g.luck)];
}

// Play one move; a finished game delivers its samples and a new one begins; if there is no room for samples, it is only counted.
APART void one_ply(Game &g, Lesson *notes, Lesson *lessons, const Facts &facts, const Mind &mine, const Mind &champion, Node *nodes, float *said, const Terms &terms, Report &r) {
    int16_t moves[MOST_MOVES];
    if (g.state.over) return;
    int count = g.state.list(*facts.known, moves), move = moves[0];
    if (count > 1) {
        const Mind &mind = g.state.mover == g.seat ? mine : champion;
        Tree tree;
        tree.begin(nodes, terms.capacity, said), tree.curiosity = mind.curiosity, tree.wariness = mind.wariness;
        tree.think_briefly(g.state, facts, mind);
        move = nodes[tree.varied(g.state.mover, g.state.pieces < OPENING ? terms.variety : 0, g.luck)].move;
        ADD(r.plies, 1ull);
        ADD(r.simulations, (unsigned long long)nodes[0].visits);
        if (lessons && g.kept < LONGEST) note(notes[g.kept++], g, tree);
        if (lessons && g.luck.part() < terms.stray) move = strayed(g, notes, lessons, facts, mine, moves, count, terms, r);
    }
    g.state.play(*facts.known, move);
    if (!g.state.over) return;
    count_game(g, notes, facts, mine.numbers, r);
    if (!lessons) return;
    hand_in(g, notes, lessons, terms, g.state.won(g.seat), r);
    begin_game(g, facts, mine.prior, g.state.seats, false);
}

BOTH void learn_result(const Lesson &l, const Facts &facts, const float *numbers, float *sums, float *counts) {
    const State &s = l.state;
    const Ahead ahead = look_ahead(s, facts);
    float shares[SEATS];
    judge(s, facts, numbers, shares);
    const bool won = l.result[l.seat] > 0.99f;  // then it is unknown which of the others would have won
    const float rest = (1 - l.goal) / (won ? 1 - shares[l.seat] + 1e-6f : 1 - l.result[l.seat]);
    for (int after = 0; after < s.seats; after++) {
        int seat = (s.mover + after) % s.seats;
        float goal = seat == l.seat ? l.goal : rest * (won ? shares[seat] : l.result[seat]), error = goal - shares[seat];
        patterns(s, facts, ahead, seat, set_of(s.seats, after), [&](int i) {
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

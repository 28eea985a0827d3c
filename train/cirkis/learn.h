// Self-play training by TD(lambda). The target of a position's shares is a mix of the shares of the next positions and the result at
// the end of the game. Priors are trained on the choices of a search.
#pragma once
#include "tree.h"

constexpr int GUESSES = 48;  // the most moves of a position whose prior is trained

struct Frame {  // a position, stored until it is used for training
    State state;
    float shares[SEATS], best[SEATS];  // the evaluation; the evaluation after the best move, later the target
    int8_t follows;  // 1: the best move was played and the game goes on; 0: another one was; 2: the game ended with `best`
    uint8_t count;
    int16_t moves[GUESSES];
    float wish[GUESSES], weights[GUESSES];
};
struct Slot {
    State state;
    Luck luck;
    int count;
    int16_t moves[MOST_MOVES];
    float leads[MOST_MOVES], worth[MOST_MOVES][SEATS];  // for each move: the mover's odds (or visits), each seat's share
};
struct Tally { unsigned long long plies, games, first, length, moves; float error; };
struct Rates { float lambda, heat, wish; int simulations, capacity, players, centre, chunk; };

struct Choice { int chosen, best; float worth[SEATS]; };  // worth: each seat's share after the best move

BOTH float odds(float share) { return share < 1e-6f ? -14 : share > 1 - 1e-6f ? 14 : logf(share / (1 - share)); }

// Choose the best move one ply ahead; with heat, sometimes a slightly worse one.
APART int choose(const State &s, const Facts &facts, const Mind &mind, const int16_t *moves, int count, float heat, Luck &luck) {
    int chosen = 0;
    float loudest = -1e9f;
    for (int i = 0; i < count; i++) {
        State after = s;
        float shares[SEATS];
        after.play(*facts.known, moves[i]);
        judge_with(mind, after, facts, shares);
        float said = odds(shares[s.mover]) - heat * logf(-logf(luck.part()));
        if (said > loudest) loudest = said, chosen = i;
    }
    return chosen;
}

// Search with a tree. With heat a move is drawn by its visits; the wish is the distribution of visits.
APART Choice search(const State &s, const Facts &facts, const Mind &mind, int simulations, Node *nodes, int capacity, float heat, Luck &luck, const int16_t *moves, int count, float *wish) {
    Tree tree;
    Choice c = {0, 0, {}};
    tree.begin(nodes, capacity), tree.patience = 2, tree.curiosity = tree.wariness = mind.curiosity;
    tree.think(s, facts, mind, simulations);
    int best = tree.best(s.mover), chosen = best;
    float loudest = -1e9f, total = 0;
    const Node &root = nodes[0];
    for (int n = root.first; n < root.first + root.many; n++) {
        float visits = (float)nodes[n].visits, said = logf(visits + 0.1f) - heat * logf(-logf(luck.part()));
        if (nodes[n].proof && tree.value(n, s.mover) < 0.01f) continue;
        if (said > loudest) loudest = said, chosen = n;
    }
    bool won = nodes[best].proof == 1 << s.mover;
    if (won || heat <= 0) chosen = best;
    for (int i = 0; i < count; i++)
        for (int n = root.first; n < root.first + root.many; n++)
            if (nodes[n].move == moves[i]) {
                if (n == best) c.best = i;
                if (n == chosen) c.chosen = i;
                if (wish) total += wish[i] = won ? (float)(n == best) : (float)nodes[n].visits;
            }
    for (int i = 0; wish && i < count; i++) wish[i] /= total;
    float own = tree.value(best, s.mover);
    float shares[SEATS];
    State after = s;
    after.play(*facts.known, nodes[best].move);
    judge_with(mind, after, facts, shares);
    for (int seat = 0; seat < s.seats; seat++)
        c.worth[seat] = nodes[0].proof ? Tree::share_of(nodes[0].proof, seat) : seat == s.mover ? own : shares[seat] * (1 - own) / (1 - shares[s.mover] + 1e-6f);
    return c;
}

APART void begin(Slot &slot, const Known &k, const Rates &r, int i) {
    int players = r.players ? r.players : (i & 3) < 2 ? 2 : (i & 3) + 1;
    bool centre = r.centre && (i >> 2) % r.centre == 0;
    slot.state.start(k, players, 0, centre);
    int16_t moves[MOST_MOVES];
    for (int n = slot.luck.below(4); n > 0; n--) { int count = slot.state.list(k, moves); slot.state.play(k, moves[slot.luck.below(count)]); }
}

// Choose among the moves just evaluated: the best, or with heat sometimes a slightly worse one.
BOTH Choice pick(Slot &slot, float heat) {
    const State &s = slot.state;
    Choice c = {0, 0, {}};
    float loudest = -1e9f;
    for (int i = 0; i < slot.count; i++) {
        float lead = slot.leads[i], said = heat > 0 && lead < 13 ? lead - heat * logf(-logf(slot.luck.part())) : lead;
        if (lead > slot.leads[c.best]) c.best = i;
        if (said > loudest) loudest = said, c.chosen = i;
    }
    for (int seat = 0; seat < s.seats; seat++) c.worth[seat] = slot.worth[c.best][seat];
    return c;
}

BOTH void look(Slot &slot, const Facts &facts, const Mind &mind, int i) {
    State after = slot.state;
    after.play(*facts.known, slot.moves[i]);
    judge_with(mind, after, facts, slot.worth[i]);
    slot.leads[i] = odds(slot.worth[i][slot.state.mover]);
}

// Play a chosen move, and store the position for training.
BOTH void go_on(Slot &slot, Frame &f, const Choice &c, const Known &k, const Rates &r, int number, Tally &t) {
    State &s = slot.state;
    f.count = (uint8_t)(slot.count > 1 && slot.count <= GUESSES ? slot.count : 0);
    float total = 0;
    for (int i = 0; i < f.count; i++) f.moves[i] = slot.moves[i], total += f.wish[i] = r.simulations ? slot.leads[i] : expf((slot.leads[i] - slot.leads[c.best]) / r.wish);
    for (int i = 0; i < f.count; i++) f.wish[i] /= total;
    for (int seat = 0; seat < s.seats; seat++) f.best[seat] = c.worth[seat];
    f.follows = c.chosen == c.best;
    t.error += fabsf(f.best[s.mover] - f.shares[s.mover]), t.plies++, t.moves += slot.count;
    s.play(k, slot.moves[c.chosen]);
    if (!s.over) return;
    for (int seat = 0; seat < s.seats; seat++) f.best[seat] = s.won(seat);
    f.follows = 2, t.games++, t.length += s.pieces, t.first += s.winners & 1;
    begin(slot, k, r, number);
}

BOTH void play_chunk(Slot &slot, Frame *frames, const Facts &facts, const Mind &mind, const Rates &r, Node *nodes, int number, int lane, int lanes, Tally &t) {
    const Known &k = *facts.known;
    State &s = slot.state;
    for (int n = 0; n < r.chunk; n++) {
        Frame &f = frames[n];
        if (!lane) slot.count = s.list(k, slot.moves), f.state = s, judge(s, facts, mind.numbers, f.shares);
        MEET;
        float heat = s.pieces < 2 * s.seats ? 2 * r.heat : r.heat;
        bool deep = r.simulations && slot.count > 1;
        if (!deep)
            for (int i = lane; i < slot.count; i += lanes) look(slot, facts, mind, i);
        MEET;
        if (!lane) go_on(slot, f, deep ? search(s, facts, mind, r.simulations, nodes, r.capacity, heat, slot.luck, slot.moves, slot.count, slot.leads) : pick(slot, heat), k, r, number, t);
        MEET;
    }
}

// Compute the targets of the positions of a chunk, written to `best`.
BOTH void set_targets(Frame *frames, float lambda, int chunk) {
    for (int n = chunk - 2; n >= 0; n--)
        for (int seat = 0; seat < frames[n].state.seats; seat++)
            if (frames[n].follows == 1) frames[n].best[seat] = (1 - lambda) * frames[n].best[seat] + lambda * frames[n + 1].best[seat];
}

BOTH void learn_shares(const Frame &f, const Facts &facts, float *sums, float *counts) {
    const State &s = f.state;
    const Ahead ahead = look_ahead(s, facts);
    for (int after = 0; after < (s.seats == 2 ? 1 : s.seats); after++) {
        int seat = (s.mover + after) % s.seats;
        float error = f.best[seat] - f.shares[seat];
        patterns(s, facts, ahead, seat, set_of(s.seats, after), [&](int i) {
            ADD(sums[i], error);
            ADD(counts[i], 1.0f);
        });
    }
}

BOTH void learn_prior(Frame &f, const Facts &facts, const float *prior, float *sums, float *counts, int lane, int lanes) {
    for (int i = lane; i < f.count; i += lanes) f.weights[i] = prior_weight(f.state, facts, prior, f.moves[i]);
    MEET;
    float total = 0;
    for (int i = 0; i < f.count; i++) total += f.weights[i];
    for (int i = lane; i < f.count; i += lanes) {
        float error = f.wish[i] - f.weights[i] / total;
        prior_patterns(f.state, facts, f.moves[i], [&](int at) {
            ADD(sums[NUMBERS + at], error);
            ADD(counts[NUMBERS + at], 1.0f);
        });
    }
}

BOTH void step(int i, float *numbers, float *sums, float *counts, float *pace, float rate, float calm = 20.0f) {
    // Step sizes shrink for weights whose errors change sign: the rate is the coherence of their errors (temporal coherence learning).
    if (counts[i] == 0) return;
    float mean = sums[i] / (counts[i] + calm);
    pace[2 * i] = 0.98f * pace[2 * i] + mean, pace[2 * i + 1] = 0.98f * pace[2 * i + 1] + fabsf(mean);
    float coherent = pace[2 * i + 1] > 0 ? fabsf(pace[2 * i]) / pace[2 * i + 1] : 1.0f;
    numbers[i] += rate * coherent * mean;
    sums[i] = counts[i] = 0;
}

// Play one game, the first mind in that seat, the other in all others; return its share.
APART float duel(const Facts &facts, const Mind &one, const Mind &other, int players, int seat, bool centre, int simulations, int others, Node *nodes, int capacity, Luck luck) {
    const Known &k = *facts.known;
    State s;
    int16_t moves[MOST_MOVES];
    s.start(k, players, 0, centre);
    for (int n = 0; n < 2; n++) { int count = s.list(k, moves); s.play(k, moves[luck.below(count)]); }
    while (!s.over) {
        bool mine = s.mover == seat;
        int count = s.list(k, moves), sims = mine ? simulations : others;
        if (count == 1) { s.play(k, moves[0]); continue; }
        if (!sims) { s.play(k, moves[choose(s, facts, mine ? one : other, moves, count, 0.02f, luck)]); continue; }
        Tree tree;
        tree.begin(nodes, capacity), tree.curiosity = tree.wariness = (mine ? one : other).curiosity;
        tree.think(s, facts, mine ? one : other, sims);
        s.play(k, nodes[tree.best(s.mover)].move);
    }
    return s.won(seat);
}

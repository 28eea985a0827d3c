// The tree search of bots/tree.py for one thread: PUCT with priors and a solver, to measure the learned weights and to train from it.
#pragma once
#include "hand.h"
#include "prior.h"

struct Mind {
    const float *numbers, *prior;  // null: the handmade evaluation, or the handmade priors
    float curiosity;
    int simulations = 0;
    const float *others = nullptr;  // a model of the others' moves; they are then assumed to use the handmade evaluation
    float wariness = 1.5f;  // curiosity at nodes of other seats
};

BOTH void judge_with(const Mind &mind, const State &s, const Facts &facts, float *shares) {
    if (mind.numbers) judge(s, facts, mind.numbers, shares);
    else judge_by_hand(s, *facts.known, shares);
}

struct Node {
    float total, prior;
    int first, visits;
    int16_t move;
    uint16_t many, tried;
    uint8_t proof;
};

struct Tree {
    Node *nodes;
    float *said;  // each seat's share at each evaluated leaf, to reuse; or null
    int capacity, used;
    int patience, me;  // me: the searching seat
    float curiosity, wariness, caution;

    BOTH void begin(Node *at, int room, float *recalled = nullptr) { nodes = at, said = recalled, capacity = room, used = 1, patience = 4, me = 0, curiosity = wariness = 1.5f, caution = 0.1f, nodes[0] = {}; }

    BOTH static float share_of(uint8_t winners, int seat) {
        int many = count_bits(winners);
        return winners >> seat & 1 ? 1.0f / (float)many : 0.0f;
    }

    // Leaves evaluated before keep their value until they get children: such simulations need no position, and consecutive ones are done at once.
    APART void simulate(const State &root, const Facts &facts, const Mind &mind, int most) {
        State s;
        int path[128];
        uint8_t chooser[128];
        int depth, node;
        bool recalled;
        do {
            s = root, depth = node = path[0] = 0, recalled = false;
            while (nodes[node].many && !nodes[node].proof && depth < 127 && !recalled) {
                chooser[depth + 1] = s.mover;
                node = path[++depth] = promising(node, s.mover);
                recalled = said && !nodes[node].many && !nodes[node].proof && nodes[node].visits > 0 && nodes[node].visits < patience - 1;
                if (!recalled) s.play(*facts.known, nodes[node].move);
            }
            if (recalled) learn(path, chooser, depth, said + SEATS * (size_t)node);
        } while (recalled && nodes[0].visits < most);
        if (recalled) return;
        float shares[SEATS];
        judge_leaf(node, s, facts, mind, shares);
        learn(path, chooser, depth, shares);
    }

    BOTH void judge_leaf(int node, const State &s, const Facts &facts, const Mind &mind, float *shares) {
        if (s.over) nodes[node].proof = s.winners;
        if (nodes[node].proof) {
            for (int seat = 0; seat < s.seats; seat++) shares[seat] = share_of(nodes[node].proof, seat);
            return;
        }
        float *before = said ? said + SEATS * (size_t)node : nullptr;
        bool known = said && nodes[node].visits > 0;
        if (!nodes[node].many && (node == 0 || nodes[node].visits >= patience - 1)) expand(node, s, facts, mind);
        for (int seat = 0; known && seat < s.seats; seat++) shares[seat] = before[seat];
        if (known) return;
        judge_with(mind, s, facts, shares);
        float own = shares[me];
        if (mind.others) judge_by_hand(s, *facts.known, shares), shares[me] = own;
        for (int seat = 0; said && seat < s.seats; seat++) before[seat] = shares[seat];
    }

    BOTH void learn(const int *path, const uint8_t *chooser, int depth, const float *shares) {
        for (; depth >= 0; depth--) {
            Node &n = nodes[path[depth]];
            n.visits++;
            if (!depth) break;
            n.total += shares[chooser[depth]];
            if (n.proof && !nodes[path[depth - 1]].proof) prove(path[depth - 1], n.proof, chooser[depth]);
        }
    }

    BOTH int promising(int node, int seat) {
        Node &n = nodes[node];
        float bonus = (seat == me ? curiosity : wariness) * sqrtf((float)n.visits), highest = -1e9f, total = 0;
        int best = n.first, visits = 0;
        for (int c = n.first; c < n.first + n.tried; c++) {
            const Node &child = nodes[c];
            float v = (float)child.visits, worth = child.total / v + bonus * child.prior / (1 + v);
            total += child.total, visits += child.visits;
            if (child.proof) {
                float share = share_of(child.proof, seat);
                worth = share != 0.5f ? 2 * share - 1 : 0.5f;
            }
            if (worth > highest) highest = worth, best = c;
        }
        if (n.tried < n.many) {
            int c = n.first + n.tried;
            float untried = (n.tried ? total / (float)visits : 0.5f) - caution;
            if (untried + bonus * nodes[c].prior > highest || !n.tried) best = c, n.tried++, forward(n.first + n.tried, n.first + n.many);
        }
        return best;
    }

    BOTH void forward(int start, int end) {  // move the most promising of some untried children to the front
        int best = start;
        for (int c = start + 1; c < end; c++)
            if (nodes[c].prior > nodes[best].prior) best = c;
        if (start < end) { Node t = nodes[start]; nodes[start] = nodes[best], nodes[best] = t; }
    }

    APART void expand(int node, const State &s, const Facts &facts, const Mind &mind) {
        int16_t moves[MOST_MOVES];
        int count = s.list(*facts.known, moves);
        if (used + count > capacity) return;
        float total = 0;
        const float *guesses = mind.others && s.mover != me ? mind.others : mind.prior;
        for (int i = 0; i < count; i++) {
            float weight = guesses ? prior_weight(s, facts, guesses, moves[i]) : weigh_by_hand(s, *facts.known, moves[i]);
            nodes[used + i] = {0, weight, 0, 0, moves[i], 0, 0, 0};
            total += weight;
        }
        for (int i = 0; i < count; i++) nodes[used + i].prior /= total;
        nodes[node].first = used, nodes[node].many = (uint16_t)count, used += count;
        forward(nodes[node].first, used);
    }

    BOTH void prove(int node, uint8_t proof, int seat) {
        Node &n = nodes[node];
        if (proof == 1 << seat) { n.proof = proof; return; }
        if (n.tried < n.many) return;
        for (int c = n.first; c < n.first + n.many; c++) {
            if (!nodes[c].proof) return;
            if (share_of(nodes[c].proof, seat) > share_of(proof, seat)) proof = nodes[c].proof;
        }
        n.proof = proof;
    }

    BOTH int best(int seat) const {  // the child to play
        const Node &n = nodes[0];
        int best = n.first;
        float highest = -1e9f;
        for (int c = n.first; c < n.first + n.many; c++) {
            float share = share_of(nodes[c].proof, seat), rank = (float)nodes[c].visits;
            if (nodes[c].proof && share != 0.5f) rank = share == 1.0f ? 1e18f : share - 2;
            if (rank > highest) highest = rank, best = c;
        }
        return best;
    }
    BOTH float value(int child, int seat) const {
        return nodes[child].proof ? share_of(nodes[child].proof, seat) : nodes[child].visits ? nodes[child].total / (float)nodes[child].visits : 0.0f;
    }
    BOTH void think(const State &root, const Facts &facts, const Mind &mind, int simulations) {
        me = root.mover;
        while (nodes[0].visits < simulations && !nodes[0].proof) simulate(root, facts, mind, simulations);
    }

    // As the bots do: stop when the remaining simulations cannot change the choice, then choose among moves hardly worse than the best.
    BOTH void think_briefly(const State &root, const Facts &facts, const Mind &mind) {
        me = root.mover;
        for (int looked = 0; nodes[0].visits < mind.simulations && !nodes[0].proof;) {
            simulate(root, facts, mind, mind.simulations);
            if (nodes[0].visits - looked < 32) continue;
            looked = nodes[0].visits;
            if (settled(me, mind.simulations - looked)) break;
        }
    }
    BOTH bool settled(int seat, int left) const {
        int most = 0, second = 0;
        for (int c = nodes[0].first; c < nodes[0].first + nodes[0].tried; c++) {
            int visits = nodes[c].visits;
            if (nodes[c].proof && share_of(nodes[c].proof, seat) == 0) continue;
            if (visits > most) second = most, most = visits;
            else if (visits > second) second = visits;
        }
        return most - second > left;
    }
    BOTH int varied(int seat, float margin, Luck &luck) const {
        int leader = best(seat), chosen = leader, count = 0;
        if (nodes[leader].proof || !nodes[leader].visits) return leader;
        for (int c = nodes[0].first; c < nodes[0].first + nodes[0].tried; c++)
            if (!nodes[c].proof && 8 * nodes[c].visits >= nodes[leader].visits && value(c, seat) >= value(leader, seat) - margin && luck.below(++count) == 0) chosen = c;
        return chosen;
    }
};

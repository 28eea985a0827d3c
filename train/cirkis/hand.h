// The handmade evaluation that the other levels use (kernel.py), to measure the learned one against.
#pragma once
#include "judge.h"

BOTH float points_of(const State &s, const Known &k, int seat) {
    float points = (float)s.scores[seat];
    for (int f = 0; f < FIGURES - !s.centre; f++) {
        int filled = s.filled(f), size = s.size(f);
        if (filled > 0 && filled < size && s.leader(f) == seat) points += 4.0f * (float)filled / (float)size;
    }
    for (int i = 0; i < SHAPES; i++)
        if (k.single[i]) points += (float)s.left[seat][i];
    return points;
}
APART void judge_by_hand(const State &s, const Known &k, float *shares) {
    float points[SEATS], total = 0;
    for (int seat = 0; seat < s.seats; seat++) points[seat] = s.over ? s.won(seat) : points_of(s, k, seat);
    for (int seat = 0; seat < s.seats; seat++) shares[seat] = s.over ? points[seat] : expf((points[seat] - points[0]) / 8.0f), total += shares[seat];
    for (int seat = 0; seat < s.seats; seat++) shares[seat] /= total;
}
BOTH float figure_gain(const State &s, int figure, int covers, int seat) {
    int filled = s.filled(figure) + covers, size = s.size(figure), own = s.held[figure][seat] + covers;
    int rival = most_of_rivals(s, seat, [&](int o) { return s.held[figure][o]; });
    if (filled == size) return own > rival ? (figure == CENTRE ? 15.0f : 10.0f) : own == rival ? 5.0f : -5.0f;
    float lead = 4.0f * (float)filled / (float)size, gain = own > rival ? lead : own == rival ? 0.0f : -lead;
    return filled == size - 1 ? gain - 3.0f : gain;
}
APART float weigh_by_hand(const State &s, const Known &k, int move) {
    if (move == PASS) return 1.0f;
    float gain = k.single[k.shape[move]] ? -1.0f : 0.0f;
    int centred = 0;
    for (int i = 0; i < k.covers[move]; i++) {
        int figure = k.figure[k.cover[move][i]], covers = 0;
        bool again = false;
        centred += k.in_centre[k.cover[move][i]];
        for (int j = 0; j < k.covers[move]; j++)
            if (k.figure[k.cover[move][j]] == figure) covers++, again = again || j < i;
        if (figure >= 0 && !again) gain += figure_gain(s, figure, covers, s.mover);
    }
    if (s.centre && centred) gain += figure_gain(s, CENTRE, centred, s.mover);
    if (s.surrounded(k, move)) gain += 2.0f;
    return expf(0.2f * gain);
}

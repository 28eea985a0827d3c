// Train the evaluation of Four Circles by self-play: TD(lambda) with one ply of search.
//
//   nvcc -O3 -arch=sm_90 --extended-lambda -DCHUNK=8 -o train train.cu    (on a GPU)
//   c++ -O3 -x c++ -o train train.cu                          (on a CPU, slowly: for the test)
//   ./train learn OUT [--seconds 60] [--rounds N] [--games 65536] [--seed 1] [--from FILE] [--lambda 0.7] [--rate 0.03] [--heat 0.25]
//                 [--width 0] [--prior FILE] [--curve FILE]
//   ./train match ONE OTHER [--games 16384] [--seed 1]        (one ply each, both seats)
//   ./train check SEED PLIES                                  (a random game to compare with the rules: moves, and their number)
//
// Many games run in parallel. In each round every game plays CHUNK plies; then all positions are used for training: the target of a position's
// share is a mix of the next positions' shares and the result at the end. A weight changes by the mean of the errors of all positions
// in which it occurs, so that the step does not depend on the number of games.
//
// With a width, this many of the best moves are searched two plies deep: that decides the move and the targets, and positions off the main line
// are used for training as well (one of those searched, and one after a random move). With a prior, another table is trained at the same time:
// the softmax of its sums should match that of the values of the moves. With a curve, twenty checkpoints play against `nothing`, the first and the last.
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "judge.h"
#include "prior.h"

#ifndef CHUNK
#define CHUNK 32
#endif
constexpr int LONGEST = 200, WIDEST = 16, ASIDE = 2, SELDOM = 8, WARM = 12;  // WARM: rounds without updates after training is resumed, so that games are at different plies
constexpr int FRAMES = CHUNK * (1 + ASIDE);  // positions of a game in a round: on the main line, and off it
constexpr float WON = 50.0f, SHARP = 0.5f;  // the lead of a winner; how much better a move must be to be e times as promising

struct Frame {  // a position, stored until it is used for training
    int16_t tiles[TILES], pawns[PAWNS];
    uint16_t circles;
    uint8_t placed, mover;
    float share, best;  // the mover's share: evaluated directly, and after the best move
    int8_t follows;  // 1: the best move was played and the game goes on, 0: another one was, 2: the game ended with `best`, -1: not used
};
struct Slot { Position position; Luck luck; };
struct Tally { unsigned long long plies, games, first, draws, length, taught, agreed; float error, surprise; };
struct Plan { int games = 65536, rounds = FOREVER, width = 0; double seconds = 60; uint64_t seed = 1; float lambda = 0.7f, rate = 0.03f, heat = 0.25f; std::string from, prior, curve; };
struct Lesson { const float *prior; const int *canon; float *sums, *counts; };  // the training of the prior; null if there is none

BOTH Frame frame_of(const Position &p) {
    Frame f;
    for (int i = 0; i < TILES; i++) f.tiles[i] = p.tiles[i];
    for (int i = 0; i < PAWNS; i++) f.pawns[i] = p.pawns[i];
    f.circles = p.circles, f.placed = p.placed, f.mover = p.mover;
    return f;
}
BOTH void set_up(Position &p, const Frame &f) {
    for (int i = 0; i < CELLS; i++) p.at[i] = 0;
    for (int i = 0; i < TILES; i++) p.tiles[i] = f.tiles[i], p.at[f.tiles[i]] = 1;
    for (int i = 0; i < PAWNS; i++) {
        p.pawns[i] = f.pawns[i];
        if (f.pawns[i]) p.at[f.pawns[i]] = (uint8_t)(2 + i);
    }
    p.circles = f.circles, p.placed = f.placed, p.mover = f.mover;
}

struct Choice { int chosen, best; float worth; };  // worth: the mover's lead after the best move

// Search one ply. With heat, sometimes choose a slightly worse move.
BOTH Choice choose(Position &p, const float *numbers, const Move *moves, int count, float heat, Luck &luck, int most) {
    Choice c = {0, 0, -1e9f};
    float loudest = -1e9f;
    uint16_t circles = p.circles;
    uint8_t passes = p.passes;
    for (int i = 0; i < count; i++) {
        p.play(moves[i], most);
        float worth = p.over == 1 ? 50.0f : p.over == 2 ? 0.0f : -lead(p, numbers);
        p.unplay(moves[i], circles, passes);
        if (worth > c.worth) c.worth = worth, c.best = i;
        float said = heat > 0 && worth < 50.0f ? worth - heat * logf(-logf(luck.part())) : worth;
        if (said > loudest) loudest = said, c.chosen = i;
    }
    return c;
}

BOTH float worth_of(Position &p, const float *numbers, Move m) {  // the value for the mover, one ply ahead
    uint16_t circles = p.circles;
    uint8_t passes = p.passes;
    p.play(m, LONGEST);
    float worth = p.over == 1 ? WON : p.over == 2 ? 0.0f : -lead(p, numbers);
    p.unplay(m, circles, passes);
    return worth;
}
BOTH float best_reply(Position &p, const float *numbers) {
    Move replies[MOST];
    float best = -1e9f;
    for (int i = p.list(replies) - 1; i >= 0 && best < WON; i--) best = fmaxf(best, worth_of(p, numbers, replies[i]));
    return best;
}
BOTH Frame aside(Position &p, const float *numbers, Move m, float judged, const float *known) {  // a position off the main line, with its value one ply deeper
    uint16_t circles = p.circles;
    uint8_t passes = p.passes;
    p.play(m, LONGEST);
    Frame f = frame_of(p);
    f.follows = p.over ? -1 : 0, f.share = share_of(-judged);
    if (!p.over) f.best = share_of(known ? -*known : best_reply(p, numbers));
    p.unplay(m, circles, passes);
    return f;
}

// Search all moves one ply deep and the best ones two plies. Fills `worth`; moves not searched deeper are corrected by the mean change of the others.
BOTH Choice search(Position &p, const float *numbers, const Move *moves, int count, int width, float heat, Luck &luck, float *worth, Frame *beside) {
    int tried[WIDEST], many = 0;
    float deep[WIDEST], change = 0;
    Choice c = {0, 0, -1e9f};
    for (int i = 0; i < count; i++) {
        worth[i] = worth_of(p, numbers, moves[i]);
        if (worth[i] > c.worth) c.worth = worth[i], c.best = c.chosen = i;
    }
    beside[0].follows = beside[1].follows = -1;
    if (c.worth == WON) return c;
    int stray = luck.below(count);
    beside[1] = aside(p, numbers, moves[stray], worth[stray], nullptr);
    uint16_t circles = p.circles;
    uint8_t passes = p.passes;
    for (; many < width && many < count; many++) {
        int next = -1;
        for (int i = 0; i < count; i++) {
            bool done = false;
            for (int k = 0; k < many; k++) done |= tried[k] == i;
            if (!done && (next < 0 || worth[i] > worth[next])) next = i;
        }
        tried[many] = next;
        p.play(moves[next], LONGEST);
        deep[many] = p.over ? 0.0f : -best_reply(p, numbers);
        p.unplay(moves[next], circles, passes);
        change += deep[many] - worth[next];
    }
    int picked = luck.below(many);
    beside[0] = aside(p, numbers, moves[tried[picked]], worth[tried[picked]], &deep[picked]);
    for (int i = 0; i < count; i++) worth[i] += fmaxf(-WON, change / many);
    float loudest = -1e9f;
    c.worth = -1e9f;
    for (int k = 0; k < many; k++) {
        worth[tried[k]] = deep[k];
        if (deep[k] > c.worth) c.worth = deep[k], c.best = tried[k];
        float said = deep[k] - heat * logf(-logf(luck.part()));
        if (said > loudest) loudest = said, c.chosen = tried[k];
    }
    return c;
}

// Move the softmax of the priors towards that of the values (which are overwritten).
BOTH void teach(Position &p, const Move *moves, int count, float *worth, const Lesson &l, Tally &t) {
    float promised[MOST], most = -1e9f, highest = -1e9f, all = 0, whole = 0, surprise = 0;
    uint64_t look = looks(p, p.mover);
    int best = 0, first = 0;
    for (int i = 0; i < count; i++) {
        promised[i] = promise(p, look, moves[i], l.prior);
        if (worth[i] > most) most = worth[i], best = i;
        if (promised[i] > highest) highest = promised[i], first = i;
    }
    for (int i = 0; i < count; i++) {
        all += worth[i] = expf((worth[i] - most) / SHARP);
        whole += promised[i] = expf(promised[i] - highest);
    }
    for (int i = 0; i < count; i++) {
        float wanted = worth[i] / all, said = promised[i] / whole, error = wanted - said, weight = said * (1 - said);
        surprise -= wanted * logf(said + 1e-9f);
        if (fabsf(error) + weight < 1e-4f) continue;
        features(p, look, moves[i], [&](int k) {
            ADD(l.sums[l.canon[k]], error);
            ADD(l.counts[l.canon[k]], weight);
        });
    }
    t.taught++, t.agreed += best == first, t.surprise += surprise;
}

BOTH void play_chunk(Slot &slot, Frame *frames, const float *numbers, int width, float heat, const Lesson &lesson, Tally &t) {
    Position &p = slot.position;
    Move moves[MOST];
    float worth[MOST];
    for (int k = 0; k < CHUNK; k++) {
        Frame f = frame_of(p), *beside = frames + CHUNK + ASIDE * k;
        f.share = share_of(lead(p, numbers));
        int count = p.list(moves);
        float warm = p.placed < PAWNS ? 2 * heat : heat;
        Choice c = width ? search(p, numbers, moves, count, width, warm, slot.luck, worth, beside) : choose(p, numbers, moves, count, warm, slot.luck, LONGEST);
        if (lesson.prior && width && count > 1 && slot.luck.below(SELDOM) == 0) teach(p, moves, count, worth, lesson, t);
        f.best = share_of(c.worth);
        f.follows = c.chosen == c.best;
        p.play(moves[c.chosen], LONGEST);
        t.plies++, t.error += fabsf(f.best - f.share);
        if (p.over) {
            f.best = p.over == 1 ? 1.0f : 0.5f, f.follows = 2;
            t.games++, t.draws += p.over == 2, t.first += p.over == 1 && p.mover == 1, t.length += p.plies;
            p.start();
            for (int i = slot.luck.below(4); i > 0; i--) count = p.list(moves), p.play(moves[slot.luck.below(count)], LONGEST);
        } else p.centre();
        frames[k] = f;
    }
}

BOTH void learn_from(const Frame &f, float target, const int *canon, float *sums, float *counts) {
    float error = target - f.share;
    Position p;
    set_up(p, f);
    patterns(p, p.mover, [&](int i) {
        ADD(sums[canon[i]], error);
        ADD(counts[canon[i]], 1.0f);
    });
}
BOTH void learn_chunk(const Frame *frames, int width, const int *canon, float lambda, float *sums, float *counts) {
    float ahead = 0;  // the value of the next position for its mover
    for (int k = CHUNK - 1; k >= 0; k--) {
        const Frame &f = frames[k];
        float target = f.best;
        if (f.follows == 1 && k < CHUNK - 1) target = (1 - lambda) * f.best + lambda * (1 - ahead);
        ahead = target;
        learn_from(f, target, canon, sums, counts);
    }
    if (width)
        for (int k = CHUNK; k < CHUNK * (1 + ASIDE); k++)
            if (frames[k].follows >= 0) learn_from(frames[k], frames[k].best, canon, sums, counts);
}

BOTH void step(int i, float *numbers, float *sums, float *counts, float *pace, float rate) {
    // Step sizes shrink for weights whose errors change sign: the rate is the coherence of their errors (temporal coherence learning).
    float mean = sums[i] / (counts[i] + 20.0f);
    pace[2 * i] = 0.98f * pace[2 * i] + mean, pace[2 * i + 1] = 0.98f * pace[2 * i + 1] + fabsf(mean);
    float coherent = pace[2 * i + 1] > 0 ? fabsf(pace[2 * i]) / pace[2 * i + 1] : 1.0f;
    numbers[i] += rate * coherent * mean;
    sums[i] = counts[i] = 0;
}
BOTH void step_prior(int i, float *prior, float *sums, float *counts, float rate) {  // a Newton step for each weight separately
    prior[i] += rate * sums[i] / (counts[i] + 1.0f);
    sums[i] = counts[i] = 0;
}

struct Score { unsigned long long won, drawn; };
BOTH void duel(Luck luck, const float *one, const float *other, int seat, Score &s) {  // `one` plays that seat
    Position p;
    Move moves[MOST];
    p.start();
    for (int i = 0; i < 4; i++) { int count = p.list(moves); p.play(moves[luck.below(count)], LONGEST); }
    while (!p.over) {
        int count = p.list(moves);
        Choice c = choose(p, p.mover == seat ? one : other, moves, count, 0.02f, luck, LONGEST);
        p.play(moves[c.chosen], LONGEST);
        p.centre();
    }
    if (p.over == 2) ADD(s.drawn, 1ull);
    else if ((1 - p.mover) == seat) ADD(s.won, 1ull);
}

// Patterns that are reflections or rotations of each other share one weight.
static std::vector<int> mirror() {
    std::vector<int> canon(NUMBERS);
    for (int i = 0; i < NUMBERS; i++) canon[i] = i;
    auto lines = [&](int base, int length, int size) {
        for (int half = 0; half < 4; half++)
            for (int i = 0; i < size; i++) {
                int back = 0, rest = i;
                for (int k = 0; k < length; k++) back = back * 6 + rest % 6, rest /= 6;
                canon[base + half * size + i] = base + half * size + (back < i ? back : i);
            }
    };
    lines(AT4, 4, L4), lines(AT5, 5, L5);
    for (int i = 0; i < N8; i++) {
        int least = i;
        for (int flip = 0; flip < 2; flip++)
            for (int turn = 0; turn < 4; turn++) {  // directions: four sides clockwise from above, then four corners clockwise from above right
                int code = 0;
                for (int d = 0; d < 8; d++) {
                    int side = d & 3, from = d < 4 ? (flip ? (4 - side) % 4 : side) : (flip ? 3 - side : side);
                    from = (from + turn) % 4 + (d & 4);
                    code = code * 4 + (i >> (2 * (7 - from)) & 3);
                }
                least = code < least ? code : least;
            }
        for (int k = 0; k < 8; k++) canon[AT8 + k * N8 + i] = AT8 + k * N8 + least;
    }
    return canon;
}

static std::vector<int> mirror_prior() {
    std::vector<int> canon(PRIOR);
    for (int i = 0; i < PRIOR; i++) canon[i] = i;
    for (int table = 0; table < ATM; table += P6)
        for (int i = 0; i < P6; i++) {
            int back = 0, rest = i;
            for (int k = 0; k < 6; k++) back = back * 6 + rest % 6, rest /= 6;
            canon[table + i] = table + (back < i ? back : i);
        }
    return canon;
}

static std::vector<float> load(const std::string &path) {
    std::vector<float> numbers(NUMBERS, 0.0f);
    if (path.empty() || path == "nothing") return numbers;
    FILE *file = fopen(path.c_str(), "rb");
    if (!file || fread(numbers.data(), 4, NUMBERS, file) != (size_t)NUMBERS) { fprintf(stderr, "%s cannot be read\n", path.c_str()); exit(2); }
    fclose(file);
    return numbers;
}
static void save(const std::string &path, const float *numbers, size_t count) {
    FILE *file = fopen((path + ".part").c_str(), "wb");
    if (!file || fwrite(numbers, 4, count, file) != count || fclose(file) || rename((path + ".part").c_str(), path.c_str())) { fprintf(stderr, "%s cannot be written\n", path.c_str()); exit(2); }
}

static double match(const float *one, const float *other, int games, uint64_t seed) {
    static Score *s = room<Score>(1);
    Score score = {0, 0};
    copy(s, &score, sizeof score);
    Score *told = s;  // lambdas cannot capture static variables
    each(games, [=] HERE(int i) { duel(luck_of(seed, i / 2), one, other, i & 1, *told); });
    copy(&score, s, sizeof score);
    return ((double)score.won + 0.5 * (double)score.drawn) / games;
}

// Measure every checkpoint against `nothing`, the first and the last checkpoint.
static void play_curve(const std::string &path, const std::vector<std::vector<float>> &points, const std::vector<double> &when, const std::vector<long long> &plies, int games) {
    FILE *file = fopen(path.c_str(), "w");
    if (!file) { fprintf(stderr, "%s cannot be written\n", path.c_str()); exit(2); }
    float *one = room<float>(NUMBERS), *others[3] = {room<float>(NUMBERS), room<float>(NUMBERS), room<float>(NUMBERS)};
    copy(others[1], points.front().data(), NUMBERS * sizeof(float)), copy(others[2], points.back().data(), NUMBERS * sizeof(float));
    for (size_t i = 0; i < points.size(); i++) {
        copy(one, points[i].data(), NUMBERS * sizeof(float));
        fprintf(file, "{\"seconds\": %.1f, \"plies\": %lld, \"games\": %d, \"nothing\": %.4f, \"first\": %.4f, \"last\": %.4f}\n", when[i], plies[i], games, match(one, others[0], games, 11), match(one, others[1], games, 12), match(one, others[2], games, 13));
        fflush(file);
    }
    fclose(file);
}

// Let every game play a chunk, on its own copy, and add to the tally.
static void play_all(Slot *slots, Frame *frames, const Plan &plan, const float *numbers, Lesson lesson, Tally *tally) {
    int width = plan.width;
    float heat = plan.heat;
    each(plan.games, [=] HERE(int i) {
        Tally own = {};
        Slot slot = slots[i];
        play_chunk(slot, frames + (size_t)i * FRAMES, numbers, width, heat, lesson, own);
        slots[i] = slot;
        ADD(tally->plies, own.plies);
        ADD(tally->games, own.games);
        ADD(tally->first, own.first);
        ADD(tally->draws, own.draws);
        ADD(tally->length, own.length);
        ADD(tally->error, own.error);
        ADD(tally->taught, own.taught);
        ADD(tally->agreed, own.agreed);
        ADD(tally->surprise, own.surprise);
    });
}

static int learn(const std::string &out, const Plan &plan) {
    std::vector<int> mirrored = mirror(), mirrored_prior = mirror_prior();
    int *canon = room<int>(NUMBERS), *canon_prior = room<int>(PRIOR);
    float *numbers = room<float>(NUMBERS), *spread = room<float>(NUMBERS), *sums = room<float>(NUMBERS), *counts = room<float>(NUMBERS), *pace = room<float>(2 * NUMBERS), *before = room<float>(NUMBERS), *first = room<float>(NUMBERS);
    float *prior = room<float>(PRIOR), *prior_spread = room<float>(PRIOR), *prior_sums = room<float>(PRIOR), *prior_counts = room<float>(PRIOR);
    Slot *slots = room<Slot>(plan.games);
    Frame *frames = room<Frame>((size_t)plan.games * FRAMES);
    Tally *tally = room<Tally>(1);
    std::vector<float> begin = load(plan.from);
    copy(canon, mirrored.data(), NUMBERS * sizeof(int)), copy(canon_prior, mirrored_prior.data(), PRIOR * sizeof(int));
    for (float *each : {numbers, spread, first}) copy(each, begin.data(), NUMBERS * sizeof(float));
    Lesson lesson = {plan.prior.empty() ? nullptr : prior_spread, canon_prior, prior_sums, prior_counts};
    auto began = std::chrono::steady_clock::now();
    auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    auto play = [&](Lesson taught) { play_all(slots, frames, plan, spread, taught, tally); };
    uint64_t seed = plan.seed;
    each(plan.games, [=] HERE(int i) { slots[i].position.start(), slots[i].luck = luck_of(seed, i); });
    for (int i = 0; i < WARM && !plan.from.empty(); i++) play({nullptr, nullptr, nullptr, nullptr});
    Tally none = {};
    copy(tally, &none, sizeof none);
    std::vector<float> here(NUMBERS), promised(PRIOR);
    std::vector<std::vector<float>> points;
    std::vector<double> when;
    std::vector<long long> learned_then;
    auto keep = [&] {
        copy(here.data(), spread, NUMBERS * sizeof(float)), save(out, here.data(), NUMBERS);
        if (lesson.prior) copy(promised.data(), prior_spread, PRIOR * sizeof(float)), save(plan.prior, promised.data(), PRIOR);
    };
    double told = 0, kept = 0;
    long long learned = 0;
    int rounds = 0, lines = 0;
    while (spent() < plan.seconds && rounds < plan.rounds) {
        float left = (float)(1.0 - aged(plan.rounds, spent(), plan.seconds)), rate = plan.rate * (0.05f + 0.95f * left), rate_prior = 0.15f * (0.05f + 0.95f * left);
        play(lesson);
        int width = plan.width;
        float lambda = plan.lambda;
        each(plan.games, [=] HERE(int i) { learn_chunk(frames + (size_t)i * FRAMES, width, canon, lambda, sums, counts); });
        each(NUMBERS, [=] HERE(int i) { step(i, numbers, sums, counts, pace, rate); });
        each(NUMBERS, [=] HERE(int i) { spread[i] = numbers[canon[i]]; });
        if (lesson.prior) {
            each(PRIOR, [=] HERE(int i) { step_prior(i, prior, prior_sums, prior_counts, rate_prior); });
            each(PRIOR, [=] HERE(int i) { prior_spread[i] = prior[canon_prior[i]]; });
        }
        rounds++;
        double now = spent();
        if (now >= plan.seconds * (lines + 1) / 20 || rounds == plan.rounds) {
            Tally t;
            copy(&t, tally, sizeof t);
            learned += (long long)t.plies;
            double games = t.games ? (double)t.games : 1.0, taught = t.taught ? (double)t.taught : 1.0;
            printf("{\"seconds\": %.1f, \"rounds\": %d, \"plies\": %lld, \"per_second\": %.0f, \"error\": %.5f, \"length\": %.1f, \"first\": %.4f, \"draws\": %.4f, \"against_start\": %.4f, \"against_last\": %.4f", now, rounds, learned,
                   (double)t.plies / (now - told), (double)t.error / (double)t.plies, (double)t.length / games, (double)t.first / games, (double)t.draws / games, match(spread, first, plan.games < 4096 ? plan.games : 4096, 99), kept ? match(spread, before, plan.games < 4096 ? plan.games : 4096, 77) : 0.5);
            if (lesson.prior) printf(", \"surprise\": %.4f, \"agreed\": %.4f", (double)t.surprise / taught, (double)t.agreed / taught);
            printf("}\n");
            fflush(stdout);
            copy(before, spread, NUMBERS * sizeof(float)), kept = 1;
            copy(tally, &none, sizeof none);
            keep();
            if (!plan.curve.empty()) points.push_back(here), when.push_back(now), learned_then.push_back(learned);
            told = spent(), lines++;
        }
    }
    keep();
    if (!plan.curve.empty()) play_curve(plan.curve, points, when, learned_then, plan.games < 4096 ? plan.games : 4096);
    return 0;
}

static int check(uint64_t seed, int plies) {
    Position p;
    Move moves[MOST];
    Luck luck = luck_of(seed, 0);
    p.start();
    int shift = 14 * ROW + 13, moved = 0;
    for (int k = 0; k < plies && !p.over; k++) {
        int count = p.list(moves);
        Move m = moves[luck.below(count)];
        auto name = [&](int cell) { int at = cell - moved - shift; int y = (at + 1000 * ROW + ROW / 2) / ROW - 1000, x = at - y * ROW; return std::to_string(x) + "," + std::to_string(y); };
        printf("%d %s %s %s\n", count, m.target ? name(m.target).c_str() : "-", m.source ? name(m.source).c_str() : "-", m.tile ? name(m.tile).c_str() : "-");
        p.play(m, LONGEST);
        int tile = p.tiles[0];
        p.centre();
        moved += p.tiles[0] - tile;
    }
    return 0;
}

int main(int argc, char **argv) {
    Plan plan;
    std::vector<std::string> words;
    for (int i = 1; i < argc; i++) {
        std::string word = argv[i];
        if (word.rfind("--", 0)) { words.push_back(word); continue; }
        if (i + 1 == argc) { fprintf(stderr, "%s needs a value\n", argv[i]); return 2; }
        std::string value = argv[++i];
        if (word == "--seconds") plan.seconds = atof(value.c_str());
        else if (word == "--rounds") plan.rounds = atoi(value.c_str());
        else if (word == "--games") plan.games = atoi(value.c_str());
        else if (word == "--seed") plan.seed = strtoull(value.c_str(), nullptr, 10);
        else if (word == "--lambda") plan.lambda = (float)atof(value.c_str());
        else if (word == "--rate") plan.rate = (float)atof(value.c_str());
        else if (word == "--heat") plan.heat = (float)atof(value.c_str());
        else if (word == "--from") plan.from = value;
        else if (word == "--width") plan.width = atoi(value.c_str());
        else if (word == "--prior") plan.prior = value;
        else if (word == "--curve") plan.curve = value;
        else { fprintf(stderr, "there is no option %s\n", word.c_str()); return 2; }
    }
    if (plan.width < 0 || plan.width > WIDEST || (!plan.prior.empty() && !plan.width)) { fprintf(stderr, "--width must be from 0 to %d, and --prior needs a width above 0\n", WIDEST); return 2; }
    if (words.size() == 2 && words[0] == "learn") return learn(words[1], plan);
    if (words.size() == 3 && words[0] == "check") return check(strtoull(words[1].c_str(), nullptr, 10), atoi(words[2].c_str()));
    if (words.size() == 3 && words[0] == "match") {
        std::vector<float> a = load(words[1]), b = load(words[2]);
        float *one = room<float>(NUMBERS), *other = room<float>(NUMBERS);
        copy(one, a.data(), NUMBERS * sizeof(float)), copy(other, b.data(), NUMBERS * sizeof(float));
        printf("%.4f\n", match(one, other, plan.games, plan.seed));
        return 0;
    }
    fprintf(stderr, "usage: train learn OUT | match ONE OTHER | check SEED PLIES\n");
    return 2;
}

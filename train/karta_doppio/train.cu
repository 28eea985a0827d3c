// Train the evaluation of Karta Doppio by self-play: TD(lambda) with one ply of search.
//
//   nvcc -O3 -arch=sm_90 --extended-lambda -o train train.cu    (on a GPU)
//   c++ -O3 -x c++ -o train train.cu                            (on a CPU, slowly: for debugging and the test)
//   ./train learn OUT [--seconds 60] [--rounds N] [--games 8192] [--seed 1] [--from FILE] [--lambda 0.7] [--rate 0.1] [--heat 0.1] [--wild 6]
//   ./train match ONE OTHER [--games 4096] [--seed 1]           (one ply each, both seats; a file, or `nothing`: the current lead)
//   ./train check SEED [NUMBERS]                                (a random game to compare with the rules: number of moves, the move, tokens, points, and the mover's lead before)
//
// In each round many complete games are played in parallel, each by a warp. Then all positions are used for training: the target of a share
// is a mix of the next positions' shares and the result at the end. A weight changes by the mean of the errors of all positions
// in which it occurs, so that the step does not depend on the number of games.
#include <chrono>
#include <string>
#include <vector>

#include "choose.h"

struct Record {  // a game, stored until it is used for training
    uint32_t hands[2];
    Move moves[DECK];
    float share[DECK], best[DECK];  // the mover's share: evaluated directly, and after the best move
    uint8_t follows[DECK];  // whether the best move was played
    float red;  // red's result
};
struct Tally { unsigned long long plies, games; double red, error; };
struct Plan { int games = 8192, rounds = FOREVER; double seconds = 60; uint64_t seed = 1; float lambda = 0.7f, rate = 0.1f, heat = 0.1f; int wild = 6; std::string from; };

#ifdef __CUDACC__
constexpr int WARPS = 2;
template <typename Work> __global__ void k_games(int n, Work work) {
    __shared__ Desk desks[WARPS];
    const int i = blockIdx.x * WARPS + threadIdx.x / 32;
    if (i < n) work(i, desks[threadIdx.x / 32], threadIdx.x % 32);
}
template <typename Work> void games(int n, Work work) {
    k_games<<<(n + WARPS - 1) / WARPS, 32 * WARPS>>>(n, work);
    CHECKED(cudaGetLastError());
    CHECKED(cudaDeviceSynchronize());
}
#define WORK [=] __device__
#else
template <typename Work> void games(int n, Work work) {
    static Desk desk;
    for (int i = 0; i < n; i++) work(i, desk, 0);
}
#define WORK [=]
#endif

BOTH void deal(Desk &desk) {  // the deck `shapes`
    uint32_t left = 0x1555D555u, red = 0;
    const uint32_t deck = left;
    for (int k = 0; k < DECK / 2; k++) {
        uint32_t rest = left;
        for (int skip = desk.luck.below(DECK - k); skip; skip--) rest &= rest - 1;
        red |= rest & (0u - rest), left &= ~red;
    }
    desk.p.start(red, deck & ~red);
}
BOTH Move first_card(const Desk &desk) {  // any
    uint32_t hand = desk.p.hands[0];
    Luck luck = desk.luck;
    for (int skip = luck.below(DECK / 2); skip; skip--) hand &= hand - 1;
    return {(uint8_t)(POSES * lowest(hand) + luck.below(POSES)), ORIGIN_X, ORIGIN_Y};
}

// Play a complete game, up to `wild` first cards nearly at random; each player has its own weights. `told` may be null.
constexpr float ANYTHING = 100.0f;
BOTH float play_game(const Poses &poses, const float *red, const float *blue, Desk &desk, int lane, float heat, int wild, Record *told) {
    if (lane == 0) {
        deal(desk);
        desk.wild = 1 + desk.luck.below(wild);
        if (told) told->hands[0] = desk.p.hands[0], told->hands[1] = desk.p.hands[1];
    }
    MEET;
    while (desk.p.to_come()) {
        const int k = desk.p.cards;
        const float *numbers = k & 1 ? blue : red;
        Move m;
        if (k) {
            Chooser{poses, numbers, desk, lane}.choose();
            const Choice c = chosen(desk, k < desk.wild ? ANYTHING : heat);
            m = desk.found[c.chosen];
            if (lane == 0 && told) told->share[k] = share_of(lead(desk.p, numbers)), told->best[k] = share_of(desk.worth[c.best]), told->follows[k] = c.chosen == c.best;
        } else {
            m = first_card(desk);
            if (lane == 0 && told) told->share[0] = told->best[0] = share_of(lead(desk.p, numbers)), told->follows[0] = 1;
        }
        MEET;
        if (lane == 0) {
            if (told) told->moves[k] = m;
            desk.p.lay(m, poses);
            for (int i = 0; i < 5; i++) desk.luck.next();
        }
        MEET;
    }
    return result(desk.p, 0);
}

BOTH float target_of(const Record &r, int k, float lambda) {  // the target of the position before card k, for its mover
    float worth = 1 - r.red;  // blue's last card decides the game
    for (int i = DECK - 2; i >= k; i--) worth = r.follows[i] ? (1 - lambda) * r.best[i] + lambda * (1 - worth) : r.best[i];
    return worth;
}
BOTH int mirrored(int line, int cells) {
    int back = 0, rest = line;
    for (int k = 0; k < cells; k++) back = back << 3 | (rest & 7), rest >>= 3;
    return back < line ? back : line;
}
BOTH int at_five(int stage, int diagonal, int line) { return AT_FIVE + (span_of(stage) * 2 + diagonal) * FIVE + mirrored(line, 5); }
BOTH int at_four(int stage, int diagonal, int line) { return AT_FOUR + (stage * 2 + diagonal) * FOUR + mirrored(line >> 3, 4); }

// Call `hear(index)` for every weight in a position's evaluation.
template <typename Hear> BOTH void parts(const Position &p, Hear hear) {
    const int me = p.mover(), stage = stage_of(p.to_come());
    const Counts c = counts_of(p, me);
    hear(AT_LEAD + stage * LEADS + lead_at(c.tokens, c.points));
    lines(p, me, [&](int diagonal, int line) {
        hear(at_five(stage, diagonal, line));
        if (line >> 3) hear(at_four(stage, diagonal, line));
    });
    for (int side = 0; side < 2; side++)
        for (uint32_t hand = p.hands[side ? 1 - me : me]; hand; hand &= hand - 1) hear(AT_HAND + (stage * 2 + side) * SHAPES + shape_of(lowest(hand)));
}
BOTH float folded(const float *learned, int i) {  // a weight in the layout for evaluation
    if (i >= IN_LEAD) return learned[AT_LEAD + i - IN_LEAD];
    const int stage = i / (2 * FIVE), diagonal = i / FIVE % 2, line = i % FIVE;
    if (!line) return 0;
    return learned[at_five(stage, diagonal, line)] + (line >> 3 ? learned[at_four(stage, diagonal, line)] : 0.0f);
}
BOTH void step(int i, float *numbers, float *sums, float *counts, float *pace, float rate) {
    // Step sizes shrink for weights whose errors change sign: the rate is the coherence of their errors (temporal coherence learning).
    const float mean = sums[i] / (counts[i] + 20.0f);
    pace[2 * i] = 0.98f * pace[2 * i] + mean, pace[2 * i + 1] = 0.98f * pace[2 * i + 1] + fabsf(mean);
    const float coherent = pace[2 * i + 1] > 0 ? fabsf(pace[2 * i]) / pace[2 * i + 1] : 1.0f;
    numbers[i] += rate * coherent * mean;
    sums[i] = counts[i] = 0;
}

static const Poses *all_poses() {  // Q1, Q3
    static const char *const patterns[CARDS] = {"..R.BR", "...RRB", "...RBR", "..R.RB", "..RRB.", "..RR.B", "R.R.B.", ".R.R.B", "R..RB.", ".RR..B", "RR...B", "RR..B.", ".RB.R.", "R.B..R", "R.B.R.", ".RB..R",
                                                ".R..RB", "R...BR", "R...RB", ".R..BR", "R..R.B", ".RR.B.", "R.R..B", ".R.RB.", "..B.RR", "RRB...", "..BRR.", "R.BR..", ".RBR..", "..BR.R"};
    static Poses here;
    for (int card = 0; card < CARDS; card++)
        for (int face = 0; face < 2; face++)
            for (int turn = 0; turn < 4; turn++)
                for (int square = 0, k = POINTS * (card * POSES + face * 4 + turn); square < 6; square++) {
                    const char mark = patterns[card][square];
                    if (mark == '.') continue;
                    const int i = face ? square % 2 : 1 - square % 2, j = 2 - square / 2;
                    here.x[k] = (uint8_t)(turn == 0 ? i : turn == 1 ? 2 - j : turn == 2 ? 1 - i : j);
                    here.y[k] = (uint8_t)(turn == 0 ? j : turn == 1 ? i : turn == 2 ? 2 - j : 1 - i);
                    here.colour[k++] = (uint8_t)((mark == 'R') != (face == 1));
                }
    Poses *there = room<Poses>(1);
    copy(there, &here, sizeof here);
    return there;
}

// The player `nothing` evaluates by the lead in tokens and points.
static std::vector<float> load(const std::string &path) {
    std::vector<float> numbers(LEARNED, 0.0f);
    for (int i = AT_LEAD; i < AT_HAND; i++) numbers[i] = (float)((i - AT_LEAD) % LEADS / (2 * LEAD + 1) - TOKENS) + 0.05f * (float)((i - AT_LEAD) % (2 * LEAD + 1) - LEAD);
    if (path.empty() || path == "nothing") return numbers;
    FILE *file = fopen(path.c_str(), "rb");
    if (!file || fread(numbers.data(), 4, LEARNED, file) != (size_t)LEARNED) { fprintf(stderr, "%s cannot be read\n", path.c_str()); exit(2); }
    fclose(file);
    return numbers;
}
static void save(const std::string &path, const float *numbers) {
    FILE *file = fopen((path + ".part").c_str(), "wb");
    if (!file || fwrite(numbers, 4, LEARNED, file) != (size_t)LEARNED || fclose(file) || rename((path + ".part").c_str(), path.c_str())) { fprintf(stderr, "%s cannot be written\n", path.c_str()); exit(2); }
}

static void fold(const float *learned, float *numbers) { each(NUMBERS, WORK(int i) { numbers[i] = folded(learned, i); }); }

static double match(const Poses *poses, const float *one, const float *other, int many, uint64_t seed) {
    static double *score = room<double>(1);
    double won = 0;
    copy(score, &won, sizeof won);
    double *sum = score;
    games(many, WORK(int i, Desk &desk, int lane) {
        if (lane == 0) desk.luck = luck_of(seed, i / 2);
        MEET;
        const float red = i & 1 ? play_game(*poses, other, one, desk, lane, 0.02f, 4, nullptr) : play_game(*poses, one, other, desk, lane, 0.02f, 4, nullptr);
        if (lane == 0) ADD(*sum, (double)(i & 1 ? 1 - red : red));
    });
    copy(&won, score, sizeof won);
    return won / many;
}

struct Learner {
    const Plan &plan;
    const Poses *poses = all_poses();
    float *learned = room<float>(LEARNED), *sums = room<float>(LEARNED), *counts = room<float>(LEARNED), *pace = room<float>(2 * LEARNED);
    float *numbers = room<float>(NUMBERS), *before = room<float>(NUMBERS), *first = room<float>(NUMBERS);
    Record *records;
    Tally *tally = room<Tally>(1);
    int rounds = 0;
    long long plies = 0;

    explicit Learner(const Plan &p) : plan(p), records(room<Record>(p.games)) {
        copy(learned, load(plan.from).data(), LEARNED * sizeof(float));
        fold(learned, numbers), fold(learned, before), fold(learned, first);
    }
    void play_and_learn(float rate) {
        const Poses *poses = this->poses;
        float *learned = this->learned, *sums = this->sums, *counts = this->counts, *pace = this->pace, *numbers = this->numbers;
        Record *records = this->records;
        Tally *tally = this->tally;
        const float lambda = plan.lambda, heat = plan.heat;
        const int wild = plan.wild;
        const uint64_t seed = plan.seed * 1000003 + (uint64_t)rounds;
        games(plan.games, WORK(int i, Desk &desk, int lane) {
            if (lane == 0) desk.luck = luck_of(seed, i);
            MEET;
            const float red = play_game(*poses, numbers, numbers, desk, lane, heat, wild, records + i);
            if (lane == 0) records[i].red = red;
        });
        each(plan.games * DECK, WORK(int i) {
            const Record &r = records[i / DECK];
            const int k = i % DECK;
            Position p;
            p.start(r.hands[0], r.hands[1]);
            for (int before = 0; before < k; before++) p.lay(r.moves[before], *poses);
            const float error = target_of(r, k, lambda) - r.share[k];
            parts(p, [&](int at) {
                ADD(sums[at], error);
                ADD(counts[at], 1.0f);
            });
            ADD(tally->plies, 1ull);
            ADD(tally->error, (double)fabsf(error));
            ADD(tally->games, k == 0 ? 1ull : 0ull);
            ADD(tally->red, k == 0 ? (double)r.red : 0.0);
        });
        each(LEARNED, WORK(int i) { step(i, learned, sums, counts, pace, rate); });
        fold(learned, numbers);
        rounds++;
    }
    void tell(double seconds, double since) {
        Tally t, none = {};
        copy(&t, tally, sizeof t), copy(tally, &none, sizeof none);
        plies += (long long)t.plies;
        const int many = plan.games < 2048 ? plan.games : 2048;
        printf("{\"seconds\": %.1f, \"rounds\": %d, \"plies\": %lld, \"per_second\": %.0f, \"error\": %.5f, \"red\": %.4f, \"against_start\": %.4f, \"against_last\": %.4f}\n", seconds, rounds, plies,
               (double)t.plies / since, t.error / (double)t.plies, t.red / (double)t.games, match(poses, numbers, first, many, 99), match(poses, numbers, before, many, 77));
        fflush(stdout);
        copy(before, numbers, NUMBERS * sizeof(float));
    }
    void keep(const std::string &out) const {
        std::vector<float> here(LEARNED);
        copy(here.data(), learned, LEARNED * sizeof(float)), save(out, here.data());
    }
};

static int learn(const std::string &out, const Plan &plan) {
    Learner learner(plan);
    const auto began = std::chrono::steady_clock::now();
    auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    double told = 0;
    while (spent() < plan.seconds && learner.rounds < plan.rounds) {
        learner.play_and_learn(plan.rate * (float)(1.0 - 0.95 * aged(plan.rounds, spent(), plan.seconds)));
        const double now = spent();
        if (now - told > plan.seconds / 20 || now >= plan.seconds || learner.rounds == plan.rounds) {
            learner.tell(now, now - told), learner.keep(out);
            told = spent();
        }
    }
    return 0;
}

static int check(uint64_t seed, const std::string &path) {
    const Poses *poses = all_poses();
    std::vector<float> learned = load(path), numbers(NUMBERS);
    for (int i = 0; i < NUMBERS; i++) numbers[i] = folded(learned.data(), i);
    static Desk desk;
    desk.luck = luck_of(seed, 0);
    deal(desk);
    Position &p = desk.p;
    printf("%u %u\n", p.hands[0], p.hands[1]);
    while (p.to_come()) {
        std::vector<Move> moves;
        p.list(*poses, [&](Move m) { moves.push_back(m); });
        const Move m = moves[(size_t)desk.luck.below((int)moves.size())];
        const float ahead = lead(p, numbers.data());
        p.lay(m, *poses);
        printf("%zu %d%c%d@%d,%d %d %d %d %d %.4f\n", moves.size(), m.pose / POSES, "br"[m.pose / 4 % 2], m.pose % 4, m.x - ORIGIN_X, m.y - ORIGIN_Y, p.tokens(0), p.tokens(1), p.points(0), p.points(1), ahead);
    }
    return 0;
}

static int compare(const std::string &one, const std::string &other, const Plan &plan) {
    float *numbers[2] = {};
    const std::string names[2] = {one, other};
    for (int i = 0; i < 2; i++) {
        float *learned = room<float>(LEARNED);
        copy(learned, load(names[i]).data(), LEARNED * sizeof(float));
        fold(learned, numbers[i] = room<float>(NUMBERS));
    }
    printf("%.4f\n", match(all_poses(), numbers[0], numbers[1], plan.games, plan.seed));
    return 0;
}

int main(int argc, char **argv) {
    Plan plan;
    std::vector<std::string> words;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word.rfind("--", 0)) { words.push_back(word); continue; }
        if (i + 1 == argc) { fprintf(stderr, "%s needs a value\n", argv[i]); return 2; }
        const std::string value = argv[++i];
        if (word == "--seconds") plan.seconds = atof(value.c_str());
        else if (word == "--rounds") plan.rounds = atoi(value.c_str());
        else if (word == "--games") plan.games = atoi(value.c_str());
        else if (word == "--seed") plan.seed = strtoull(value.c_str(), nullptr, 10);
        else if (word == "--lambda") plan.lambda = (float)atof(value.c_str());
        else if (word == "--rate") plan.rate = (float)atof(value.c_str());
        else if (word == "--heat") plan.heat = (float)atof(value.c_str());
        else if (word == "--wild") plan.wild = atoi(value.c_str());
        else if (word == "--from") plan.from = value;
        else { fprintf(stderr, "there is no option %s\n", word.c_str()); return 2; }
    }
    if (words.size() == 2 && words[0] == "learn") return learn(words[1], plan);
    if ((words.size() == 2 || words.size() == 3) && words[0] == "check") return check(strtoull(words[1].c_str(), nullptr, 10), words.size() == 3 ? words[2] : "nothing");
    if (words.size() == 3 && words[0] == "match") return compare(words[1], words[2], plan);
    fprintf(stderr, "usage: train learn OUT | match ONE OTHER | check SEED [NUMBERS]\n");
    return 2;
}

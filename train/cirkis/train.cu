// Train the evaluation of CirKis by self-play.
//
//   python tables.py > tables.txt
//   nvcc -O3 -arch=sm_90 --extended-lambda -o train train.cu   (on a GPU)
//   c++ -O3 -fopenmp -x c++ -o train train.cu                  (on a CPU, slowly: for the test)
//   ./train learn OUT [--seconds 60] [--rounds N] [--games 65536] [--seed 1] [--from FILE] [--lambda 0.9] [--rate 0.3] [--heat 0.1] [--players 2 | 3 | 4] [--simulations 0]
//   ./train against OUT --from FILE [--policy FILE] [--simulations 1400] [--others 1900] [--batches 16] …   (three and four players, in games against trees with the handmade evaluation)
//   ./train trial FILE… --simulations N --others N [--games N]   (measure each FILE in this way; FILE.policy is beside it)
//   ./train match ONE OTHER [--games 1024] [--seed 1] [--players 2] [--simulations 0] [--others 0]   (0: one ply of search; each seat in turn)
//   ./train check SEED PLAYERS CENTRE [--from FILE]            (a random game to compare with the rules: number of moves, the move, its prior, each seat's share)
//
// A player is a FILE of weights, or `hand`, the handmade evaluation, or `nothing`. FILE+hand is the learned evaluation with handmade priors.
#include <chrono>

#include "champions.h"

constexpr int ALL = NUMBERS + PRIOR;
constexpr float MEAN = 0.002f;  // weight of each update in the running mean of `against`

struct Plan {
    int games = 65536, rounds = FOREVER, others = -1, use = 127;
    double seconds = 60;
    uint64_t seed = 1;
    float rate = 0.3f, guess = 0.5f, curiosity = 1.5f, wariness = 1.5f;
    Rates rates = {0.9f, 0.1f, 0.5f, 0, 4096, 0, 8, 8};
    int batches = 16, batch = 16384, rows = 3000000;  // `against`: updates after each ply, samples of each, samples stored
    float calm = 50, stray = 0.02f;  // stray: how often a move is chosen by the prior alone
    std::string from, policy, tables = "tables.txt";
};

static void read(const std::string &path, std::vector<float> &numbers) {
    FILE *file = fopen(path.c_str(), "rb");
    if (!file || fread(numbers.data(), 4, numbers.size(), file) != numbers.size()) { fprintf(stderr, "%s cannot be read\n", path.c_str()); exit(2); }
    fclose(file);
}
static std::vector<float> load(const std::string &path) {
    std::vector<float> numbers(ALL, 0.0f);
    if (!path.empty() && path != "nothing") read(path, numbers);
    return numbers;
}
static void save(const std::string &path, const float *numbers, size_t many = ALL) {
    FILE *file = fopen((path + ".part").c_str(), "wb");
    if (!file || fwrite(numbers, 4, many, file) != many || fclose(file) || rename((path + ".part").c_str(), path.c_str())) { fprintf(stderr, "%s cannot be written\n", path.c_str()); exit(2); }
}
static std::vector<float> with_policy(const std::string &path, const std::string &policy) {  // without one: the learner's own priors
    std::vector<float> numbers = load(path), guesses(numbers.begin() + NUMBERS, numbers.end());
    if (!policy.empty()) read(policy, guesses);
    numbers.insert(numbers.end(), guesses.begin(), guesses.end());
    return numbers;
}
static float *there(const std::vector<float> &numbers) {
    float *at = room<float>(ALL);
    copy(at, numbers.data(), ALL * sizeof(float));
    return at;
}
static Mind mind_of(const std::string &name, float curiosity) {
    size_t plus = name.find('+');
    std::string judging = name.substr(0, plus), guessing = plus == std::string::npos ? judging : name.substr(plus + 1);
    Mind mind = {nullptr, nullptr, curiosity};
    if (judging != "hand") mind.numbers = there(load(judging));
    if (guessing != "hand" && guessing != "nothing") mind.prior = there(load(guessing)) + NUMBERS;
    return mind;
}
static Facts facts_of(const Plan &plan) {
    Codes made = make_codes();
    Codes *codes = room<Codes>(1);
    copy(codes, &made, sizeof made);
    return {read_known(plan.tables), codes, plan.use};
}

static double match(const Facts &facts, const Mind &one, const Mind &other, const Plan &plan, int players, int games, uint64_t seed) {
    static double *won = room<double>(1);
    static Node *nodes = nullptr;
    int sims = plan.rates.simulations, others = plan.others < 0 ? sims : plan.others, most = sims > others ? sims : others, capacity = 16 * most + 64;
    int rows = most > 300 ? 300 : 4096;  // trees at the same time
    if (most && !nodes) nodes = room<Node>((size_t)rows * capacity);
    double none = 0, *sum = won;
    Node *at = nodes;
    copy(won, &none, sizeof none);
    games -= games % players;
    bool centre = plan.rates.centre == 1;
    for (int done = 0; done < games; done += rows)
        each(games - done < rows ? games - done : rows, [=] HERE(int i) {
            double share = (double)duel(facts, one, other, players, (done + i) % players, centre, sims, others, at + (size_t)i * capacity, capacity, luck_of(seed, (done + i) / players));
            ADD(*sum, share);
        }, 32);
    copy(&none, won, sizeof none);
    return none / games;
}

static int learn(const std::string &out, const Plan &plan) {
    Facts facts = facts_of(plan);
    const Rates r = plan.rates;
    const int games = plan.games;
    float *numbers = there(load(plan.from)), *first = there(load(plan.from)), *sums = room<float>(ALL), *counts = room<float>(ALL), *pace = room<float>(2 * (size_t)ALL);
    Slot *slots = room<Slot>(games);
    Frame *frames = room<Frame>((size_t)games * r.chunk);
    Node *nodes = r.simulations ? room<Node>((size_t)games * r.capacity) : nullptr;
    Tally *tally = room<Tally>(1);
    const Mind mind = {numbers, numbers + NUMBERS, plan.curiosity};
    const uint64_t seed = plan.seed;
    auto began = std::chrono::steady_clock::now();
    auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    each(games, [=] HERE(int i) { slots[i].luck = luck_of(seed, i), begin(slots[i], *facts.known, r, i); });
    std::vector<float> here(ALL);
    auto keep = [&] { copy(here.data(), numbers, ALL * sizeof(float)), save(out, here.data()); };
    Plan glance = plan;
    glance.rates.simulations = 0, glance.others = 0, glance.rates.centre = 0;
    double told = 0;
    long long learned = 0;
    for (int rounds = 1; spent() < plan.seconds && rounds <= plan.rounds; rounds++) {
        float left = (float)(1.0 - aged(plan.rounds, spent(), plan.seconds)), slow = 0.05f + 0.95f * left, rate = plan.rate * slow, guess = plan.guess;
        auto play = [=] HERE(int i, int lane, int lanes) {
            Tally own = {};
            play_chunk(slots[i], frames + (size_t)i * r.chunk, facts, mind, r, nodes ? nodes + (size_t)i * r.capacity : nullptr, i, lane, lanes, own);
            if (lane) return;
            ADD(tally->plies, own.plies);
            ADD(tally->games, own.games);
            ADD(tally->first, own.first);
            ADD(tally->length, own.length);
            ADD(tally->moves, own.moves);
            ADD(tally->error, own.error);
        };
        if (r.simulations) each(games, [=] HERE(int i) { play(i, 0, 1); }, 64);
        else each_team(games, play);
        each(games, [=] HERE(int i) { set_targets(frames + (size_t)i * r.chunk, r.lambda, r.chunk); });
        each(games * r.chunk, [=] HERE(int i) { learn_shares(frames[i], facts, sums, counts); });
        if (guess > 0) each_team(games * r.chunk, [=] HERE(int i, int lane, int lanes) { learn_prior(frames[i], facts, mind.prior, sums, counts, lane, lanes); });
        each((ALL + 1023) / 1024, [=] HERE(int block) {
            for (int i = 1024 * block; i < 1024 * (block + 1) && i < ALL; i++) step(i, numbers, sums, counts, pace, i < NUMBERS ? rate : guess * slow);
        });
        double now = spent();
        if (now - told > plan.seconds / 10 || now >= plan.seconds || rounds == plan.rounds) {
            Tally t, none = {};
            copy(&t, tally, sizeof t), copy(tally, &none, sizeof none);
            learned += (long long)t.plies;
            double ended = t.games ? (double)t.games : 1.0;
            const int many = plan.games < 1200 ? plan.games : 1200;
            printf("{\"seconds\": %.1f, \"rounds\": %d, \"plies\": %lld, \"per_second\": %.0f, \"error\": %.5f, \"pieces\": %.1f, \"moves\": %.1f, \"first\": %.4f", now, rounds, learned, (double)t.plies / (now - told),
                   (double)t.error / (double)t.plies, (double)t.length / ended, (double)t.moves / (double)t.plies, (double)t.first / ended);
            for (int players = r.players ? r.players : 2; players <= (r.players ? r.players : 4); players++)
                printf(", \"against_hand_%d\": %.4f, \"against_start_%d\": %.4f", players, match(facts, mind, {nullptr, nullptr, 1.5f}, glance, players, many, 99), players, match(facts, mind, {first, first + NUMBERS, 1.5f}, glance, players, many, 98));
            printf("}\n");
            fflush(stdout);
            keep();
            told = spent();
        }
    }
    keep();
    return 0;
}

// Three and four players: OUT gets the weights, OUT.policy a model of the champions' moves; both are means over the last hundreds of updates.
static int against(const std::string &out, Plan plan) {
    Facts facts = facts_of(plan);
    const int games = plan.games, mine = plan.rates.simulations, others = plan.others, capacity = 12 * (mine > others ? mine : others) + 512;
    const Terms terms = {plan.stray, 0.01f, plan.rates.lambda, capacity, plan.rows};
    std::vector<float> here = with_policy(plan.from, plan.policy);
    const int all = (int)here.size();
    float *numbers = room<float>(all), *mean = room<float>(all), *sums = room<float>(all), *counts = room<float>(all), *pace = room<float>(2 * (size_t)all);
    copy(numbers, here.data(), all * sizeof(float)), copy(mean, here.data(), all * sizeof(float));
    Game *playing = room<Game>(games);
    Lesson *notes = room<Lesson>((size_t)games * LONGEST), *lessons = room<Lesson>(plan.rows);
    Node *nodes = room<Node>((size_t)games * capacity);
    float *said = room<float>((size_t)games * capacity * SEATS);
    Report *report = room<Report>(1);
    const Mind champion = {nullptr, nullptr, 1.5f, others}, learning = {numbers, numbers + NUMBERS, plan.curiosity, mine, numbers + ALL, plan.wariness};
    const uint64_t seed = plan.seed;
    const int only = plan.rates.players;
    each(games, [=] HERE(int i) { seat_at(playing[i], facts, learning.prior, seed, i, only, true); });
    auto began = std::chrono::steady_clock::now();
    auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    double told = 0;
    for (int rounds = 1; spent() < plan.seconds && rounds <= plan.rounds; rounds++) {
        each(games, [=] HERE(int i) { one_ply(playing[i], notes + (size_t)i * LONGEST, lessons, facts, learning, champion, nodes + (size_t)i * capacity, said + (size_t)i * capacity * SEATS, terms, *report); }, 64);
        Report r;
        copy(&r, report, sizeof r);
        const uint64_t kept = r.head < (uint64_t)plan.rows ? r.head : (uint64_t)plan.rows;
        const float slow = (float)(1.0 - 0.9 * aged(plan.rounds, spent(), plan.seconds)), rate = plan.rate * slow, guess = plan.guess * slow, calm = plan.calm;
        for (int b = 0; b < plan.batches && kept > 4 * (uint64_t)plan.batch; b++) {
            const uint64_t mark = seed * 1000003 + (uint64_t)rounds * plan.batches + b;
            auto drawn = [=] HERE(int i) { Luck luck = luck_of(mark, i); return (((uint64_t)luck.next() << 20) ^ luck.next()) % kept; };
            each(plan.batch, [=] HERE(int i) { learn_result(lessons[drawn(i)], facts, numbers, sums, counts); });
            if (b % 2 == 0) each(plan.batch, [=] HERE(int i) {
                const Lesson &l = lessons[drawn(i)];
                int at = l.mine() ? NUMBERS : ALL;
                if (l.count > 1) learn_visits(l, facts, numbers + at, sums + at, counts + at);
            });
            each((all + 1023) / 1024, [=] HERE(int block) {
                for (int i = 1024 * block; i < 1024 * (block + 1) && i < all; i++) {
                    step(i, numbers, sums, counts, pace, i < NUMBERS ? rate : guess, i < NUMBERS ? calm : 20.0f);
                    mean[i] += MEAN * (numbers[i] - mean[i]);
                }
            });
        }
        double now = spent();
        if (now - told < plan.seconds / 20 && now < plan.seconds && rounds < plan.rounds) continue;
        printf("{\"seconds\": %.1f, \"rounds\": %d, \"plies\": %llu, \"simulations\": %llu", now, rounds, r.head, r.simulations);
        for (int players = 3; players <= 4; players++) {
            printf(", \"games_%d\": %llu, \"share_%d\": %.4f, \"surprise_%d\": [", players, r.games[players], players, r.games[players] ? r.won[players] / (double)r.games[players] : 0.0, players);
            for (int i = 0; i < STAGES; i++) printf("%s%.3f", i ? ", " : "", r.seen[players][i] ? r.surprise[players][i] / (double)r.seen[players][i] : 0.0);
            printf("]");
        }
        printf("}\n");
        fflush(stdout);
        Report fresh = {};
        fresh.head = r.head, fresh.simulations = r.simulations, fresh.plies = r.plies;
        copy(report, &fresh, sizeof fresh), copy(here.data(), mean, all * sizeof(float));
        save(out, here.data(), ALL), save(out + ".policy", here.data() + ALL, PRIOR);
        told = spent();
    }
    return 0;
}

// Measure the weights of `against` in complete games against champions: a line for each FILE, with FILE.policy beside it. Games come in batches of 768, so that all seats have the same number.
static int trial(const std::vector<std::string> &files, const Plan &plan) {
    Facts facts = facts_of(plan);
    const int games = (plan.games + 767) / 768 * 768, total = games * (int)files.size(), mine = plan.rates.simulations, others = plan.others, capacity = 12 * (mine > others ? mine : others) + 512;
    const Terms terms = {0, 0.01f, 1, capacity, 0};
    std::vector<Mind> minds;
    for (auto &file : files) {
        std::vector<float> all = with_policy(file, file + ".policy");
        float *at = room<float>(all.size());
        copy(at, all.data(), all.size() * sizeof(float));
        minds.push_back({at, at + NUMBERS, plan.curiosity, mine, at + ALL, plan.wariness});
    }
    Mind *kept = room<Mind>(minds.size());
    copy(kept, minds.data(), minds.size() * sizeof(Mind));
    Game *playing = room<Game>(total);
    Node *nodes = room<Node>((size_t)total * capacity);
    float *said = room<float>((size_t)total * capacity * SEATS);
    Report *reports = room<Report>(files.size());
    const Mind champion = {nullptr, nullptr, 1.5f, others};
    const uint64_t seed = plan.seed;
    const int only = plan.rates.players;
    each(total, [=] HERE(int i) { seat_at(playing[i], facts, nullptr, seed, i % games, only, false); });
    std::vector<Report> ended(files.size());
    for (unsigned long long over = 0, rounds = 0; over < (unsigned long long)total && rounds < 400; rounds++) {
        each(total, [=] HERE(int i) { one_ply(playing[i], nullptr, nullptr, facts, kept[i / games], champion, nodes + (size_t)i * capacity, said + (size_t)i * capacity * SEATS, terms, reports[i / games]); }, 32);
        copy(ended.data(), reports, ended.size() * sizeof(Report)), over = 0;
        for (auto &r : ended) over += r.games[3] + r.games[4];
    }
    for (size_t i = 0; i < files.size(); i++)
        printf("{\"file\": \"%s\", \"games_3\": %llu, \"share_3\": %.4f, \"games_4\": %llu, \"share_4\": %.4f}\n", files[i].c_str(), ended[i].games[3], ended[i].won[3] / (double)(ended[i].games[3] ? ended[i].games[3] : 1),
               ended[i].games[4], ended[i].won[4] / (double)(ended[i].games[4] ? ended[i].games[4] : 1));
    return 0;
}

static int check(const Plan &plan, uint64_t seed, int players, bool centre) {
    const std::vector<float> numbers = load(plan.from);
    Facts facts = facts_of(plan);
    Luck luck = luck_of(seed, 0);
    State s;
    int16_t moves[MOST_MOVES];
    s.start(*facts.known, players, 0, centre);
    while (!s.over) {
        int count = s.list(*facts.known, moves), move = moves[luck.below(count)];
        float shares[SEATS];
        judge(s, facts, numbers.data(), shares);
        printf("%d %d %.5f", count, move, prior_weight(s, facts, numbers.data() + NUMBERS, move));
        for (int seat = 0; seat < players; seat++) printf(" %.5f", shares[seat]);
        printf("\n");
        s.play(*facts.known, move);
    }
    printf("over %d\n", s.winners);
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
        else if (word == "--lambda") plan.rates.lambda = (float)atof(value.c_str());
        else if (word == "--rate") plan.rate = (float)atof(value.c_str());
        else if (word == "--guess") plan.guess = (float)atof(value.c_str());
        else if (word == "--curiosity") plan.curiosity = (float)atof(value.c_str());
        else if (word == "--wariness") plan.wariness = (float)atof(value.c_str());
        else if (word == "--heat") plan.rates.heat = (float)atof(value.c_str());
        else if (word == "--wish") plan.rates.wish = (float)atof(value.c_str());
        else if (word == "--players") plan.rates.players = atoi(value.c_str());
        else if (word == "--centre") plan.rates.centre = atoi(value.c_str());
        else if (word == "--simulations") plan.rates.simulations = atoi(value.c_str());
        else if (word == "--others") plan.others = atoi(value.c_str());
        else if (word == "--use") plan.use = atoi(value.c_str());
        else if (word == "--chunk") plan.rates.chunk = atoi(value.c_str());
        else if (word == "--batches") plan.batches = atoi(value.c_str());
        else if (word == "--batch") plan.batch = atoi(value.c_str());
        else if (word == "--stray") plan.stray = (float)atof(value.c_str());
        else if (word == "--rows") plan.rows = atoi(value.c_str());
        else if (word == "--policy") plan.policy = value;
        else if (word == "--from") plan.from = value;
        else if (word == "--tables") plan.tables = value;
        else { fprintf(stderr, "there is no option %s\n", word.c_str()); return 2; }
    }
    if (words.size() == 2 && words[0] == "against" && plan.rates.simulations > 0 && plan.others > 0) return against(words[1], plan);
    if (words.size() > 1 && words[0] == "trial" && plan.games == 65536) plan.games = 1024;
    if (words.size() > 1 && words[0] == "trial" && plan.rates.simulations > 0 && plan.others > 0) return trial({words.begin() + 1, words.end()}, plan);
    if (words.size() == 2 && words[0] == "learn") return learn(words[1], plan);
    if (words.size() == 4 && words[0] == "check") return check(plan, strtoull(words[1].c_str(), nullptr, 10), atoi(words[2].c_str()), atoi(words[3].c_str()));
    if (words.size() == 3 && words[0] == "match") {
        if (plan.games == 65536) plan.games = 1024;
        Facts facts = facts_of(plan);
        auto began = std::chrono::steady_clock::now();
        printf("%.4f", match(facts, mind_of(words[1], plan.curiosity), mind_of(words[2], 1.5f), plan, plan.rates.players ? plan.rates.players : 2, plan.games, plan.seed));
        fprintf(stderr, " in %.1f s", std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        printf("\n");
        return 0;
    }
    fprintf(stderr, "usage: train learn OUT | against OUT --simulations N --others N | trial FILE… --simulations N --others N | match ONE OTHER | check SEED PLAYERS CENTRE\n");
    return 2;
}

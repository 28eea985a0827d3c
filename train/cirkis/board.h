// The constant tables of CirKis, read from the file that tables.py writes. Sets of placements are bits of nine words.
#pragma once
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../common/device.h"

constexpr int PLACES = 530, WORDS = 9, SPACES = 165, SHAPES = 9, FIGURES = 17, FIVES = 16, CENTRE = 16, WAYS = 10, MOST_AROUND = 14, SEATS = 4;

struct Set {
    uint64_t bits[WORDS];
    BOTH bool has(int i) const { return bits[i >> 6] >> (i & 63) & 1; }
    void put(int i) { bits[i >> 6] |= 1ull << (i & 63); }
};

struct Known {
    uint8_t hand[SHAPES], single[SHAPES], shape[PLACES], sliver;
    uint8_t covers[PLACES], arounds[PLACES];  // numbers of spaces
    uint8_t cover[PLACES][3], around[PLACES][MOST_AROUND];  // around: in the order of the orbit's representative
    Set opening, touching[PLACES], clashes[PLACES], of_shape[SHAPES];
    int8_t figure[SPACES];  // the figure of five spaces that a space belongs to, or -1
    uint8_t bit[SPACES];  // its bit in that figure's mask
    uint8_t in_centre[SPACES];  // whether it belongs to the center circle
    uint32_t figures[PLACES];  // the figures of five spaces that a placement partly covers, as bits
    uint8_t near[PLACES][FIVES];  // the spaces of each figure that touch a placement, as a mask
    uint8_t way[PLACES];  // the symmetry that maps a placement to its orbit's representative
    int16_t place_to[WAYS][PLACES];
    uint8_t figure_to[WAYS][FIVES], mask_to[WAYS][FIVES][32];
    int16_t orbit[PLACES];  // the orbit of each placement under the symmetries
    int orbits;
    int at_around[PLACES];  // for each orbit: the offset of its patterns of surrounding spaces
    int around_patterns;
};

using Rows = std::vector<std::vector<int>>;

struct Tables {  // the lines of the file by name
    std::string path;
    std::vector<std::pair<std::string, std::vector<int>>> lines;
    explicit Tables(const std::string &path) : path(path) {
        std::ifstream file(path);
        std::string line;
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string name;
            std::vector<int> numbers;
            words >> name;
            for (int number; words >> number;) numbers.push_back(number);
            lines.push_back({name, numbers});
        }
    }
    Rows rows(const std::string &name, size_t count) const {  // without the index at the front of each
        Rows found;
        for (auto &line : lines)
            if (line.first == name) found.push_back({line.second.begin() + 1, line.second.end()});
        return counted(found, count, name);
    }
    std::vector<int> row(const std::string &name, size_t count) const {
        for (auto &line : lines)
            if (line.first == name) return counted(line.second, count, name);
        return counted(std::vector<int>(), count, name);
    }
    template <typename Many> Many counted(const Many &many, size_t count, const std::string &name) const {
        if (count && many.size() != count) { fprintf(stderr, "%s cannot be used: %zu of %s, not %zu (see tables.py)\n", path.c_str(), many.size(), name.c_str(), count); exit(2); }
        return many;
    }
};

inline int class_of(int figure) { return figure == 0 ? 0 : figure == CENTRE ? 4 : 1 + (figure - 1) / 5; }

inline void read_figures(Known &k, const Tables &t) {
    Rows figures = t.rows("figure", FIGURES), ways = t.rows("space_ways", WAYS);
    for (int s = 0; s < SPACES; s++) k.figure[s] = -1;
    for (int f = 0; f < FIVES; f++)
        for (int i = 0; i < 5; i++) k.figure[figures[f][i]] = (int8_t)f, k.bit[figures[f][i]] = (uint8_t)i;
    for (int space : figures[CENTRE]) k.in_centre[space] = 1;
    for (int w = 0; w < WAYS; w++)
        for (int f = 0; f < FIVES; f++) {
            k.figure_to[w][f] = (uint8_t)k.figure[ways[w][figures[f][0]]];
            for (int mask = 0; mask < 32; mask++)
                for (int i = 0; i < 5; i++)
                    if (mask >> i & 1) k.mask_to[w][f][mask] |= (uint8_t)(1 << k.bit[ways[w][figures[f][i]]]);
        }
}

inline void read_places(Known &k, const Tables &t) {
    Rows cover = t.rows("cover", PLACES), around = t.rows("around", PLACES), touching = t.rows("touching", PLACES), clashes = t.rows("clashes", PLACES);
    std::vector<int> shape = t.row("shape", PLACES), opening = t.row("opening", 0);
    for (int i : opening) k.opening.put(i);
    for (int p = 0; p < PLACES; p++) {
        k.shape[p] = (uint8_t)shape[p], k.of_shape[shape[p]].put(p);
        k.covers[p] = (uint8_t)cover[p].size(), k.arounds[p] = (uint8_t)around[p].size();
        for (size_t i = 0; i < cover[p].size(); i++) {
            k.cover[p][i] = (uint8_t)cover[p][i];
            if (k.figure[cover[p][i]] >= 0) k.figures[p] |= 1u << k.figure[cover[p][i]];
        }
        for (int i : touching[p]) k.touching[p].put(i);
        for (int i : clashes[p]) k.clashes[p].put(i);
        for (int space : around[p])
            if (k.figure[space] >= 0) k.near[p][k.figure[space]] |= (uint8_t)(1 << k.bit[space]);
    }
}

inline void read_symmetry(Known &k, const Tables &t) {
    Rows around = t.rows("around", PLACES), spaces = t.rows("space_ways", WAYS), places = t.rows("place_ways", WAYS);
    std::vector<int> home = t.row("homeward", PLACES);
    for (int w = 0; w < WAYS; w++)
        for (int p = 0; p < PLACES; p++) k.place_to[w][p] = (int16_t)places[w][p];
    for (int p = 0; p < PLACES; p++) {
        k.way[p] = (uint8_t)home[p];
        int first = places[home[p]][p];
        if (first == p) k.at_around[k.orbits] = k.around_patterns, k.around_patterns += 1 << around[p].size(), k.orbit[p] = (int16_t)k.orbits++;
    }
    for (int p = 0; p < PLACES; p++) {
        int first = places[home[p]][p];
        k.orbit[p] = k.orbit[first];
        for (size_t i = 0; i < around[first].size(); i++)
            for (int space : around[p])
                if (spaces[home[p]][space] == around[first][i]) k.around[p][i] = (uint8_t)space;
    }
}

inline Known *read_known(const std::string &path) {
    static Known k;
    Tables t(path);
    std::vector<int> hand = t.row("hand", SHAPES), single = t.row("single", SHAPES);
    for (int i = 0; i < SHAPES; i++) k.hand[i] = (uint8_t)hand[i], k.single[i] = (uint8_t)single[i];
    k.sliver = (uint8_t)t.row("sliver", 1)[0];
    read_figures(k, t), read_places(k, t), read_symmetry(k, t);
    Known *there = room<Known>(1);
    copy(there, &k, sizeof k);
    return there;
}

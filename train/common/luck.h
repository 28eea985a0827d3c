// Random numbers for one game: xorshift, seeded by a seed and the number of the game.
#pragma once
#include <cstdint>

#include "device.h"

struct Luck {
    uint64_t state;
    BOTH uint32_t next() {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return (uint32_t)(state >> 32);
    }
    BOTH int below(int bound) { return (int)(((uint64_t)next() * (uint64_t)bound) >> 32); }
    BOTH float part() { return (next() >> 8) * (1.0f / 16777216.0f) + 1e-9f; }
};

BOTH Luck luck_of(uint64_t seed, uint64_t i) {
    Luck l = {seed * 0x9E3779B97F4A7C15ull + (i + 1) * 0xD1B54A32D192ED03ull};
    for (int k = 0; k < 8; k++) l.next();
    return l;
}

/* Pots, written by hand: prints how many states there are, how many edges, and how many seconds of processor time a look at
   all of them took, the shortest of some. A state is the coins of four players, the pot, and who is on turn. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 4, COINS = 24, ROOM = 1 << 20, TIMES = 5 };
typedef struct { uint8_t coins[PLAYERS], pot, turn, none[2]; } State;

static State states[ROOM];
static int32_t set[2 * ROOM];
static long known, edges;

static void reach(State next) {
    uint64_t word, place;
    memcpy(&word, &next, sizeof word);
    place = (word * 0x9E3779B97F4A7C15ull) >> 43;
    while (set[place] >= 0) {
        if (!memcmp(&states[set[place]], &next, sizeof next)) return;
        place = (place + 1) & (2 * ROOM - 1);
    }
    set[place] = (int32_t)known;
    states[known++] = next;
}

static void search(void) {
    State first = {{COINS / 4, COINS / 4, COINS / 4, COINS / 4}, 0, 0, {0, 0}};
    memset(set, 0xff, sizeof set);
    known = edges = 0;
    reach(first);
    for (long at = 0; at < known; at++) {
        State now = states[at], next;
        int who = now.turn, left = (who + 1) % PLAYERS;
        if (now.pot == COINS) continue;
        now.turn = (uint8_t)left;
        if (now.coins[who]) { next = now; next.coins[who]--; next.pot++; reach(next); edges++; }
        if (now.pot) { next = now; next.pot--; next.coins[who]++; reach(next); edges++; }
        if (now.coins[who]) { next = now; next.coins[who]--; next.coins[left]++; reach(next); edges++; }
        reach(now); edges++;
    }
}

int main(void) {
    double best = 1e9;
    for (int n = 0; n < TIMES; n++) {
        clock_t begun = clock();
        search();
        double spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
        if (spent < best) best = spent;
    }
    printf("%ld %ld %.6f\n", known, edges, best);
    return 0;
}

/* Pots, as a model for SPIN: the same states, one for each table at which somebody decides. */
#define PLAYERS 4
#define COINS 24
byte coins[PLAYERS] = 6;
byte pot, turn;

#define NEXT turn = (turn + 1) % PLAYERS

active proctype game() {
  do
  :: pot == COINS -> break
  :: d_step { pot < COINS && coins[turn] > 0 -> coins[turn]--; pot++; NEXT }
  :: d_step { pot < COINS && pot > 0 -> pot--; coins[turn]++; NEXT }
  :: d_step { pot < COINS && coins[turn] > 0 -> coins[turn]--; coins[(turn + 1) % PLAYERS]++; NEXT }
  :: d_step { pot < COINS -> NEXT }
  od
}

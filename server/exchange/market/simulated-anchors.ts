import { createStream, hashKey, hashText, type RandomStream } from './hash-random.ts';
import { FACTOR_VOLATILITY, SIMULATED_COINS, type SimulatedCoin } from './simulated-coins.ts';

/** The simulation begins at 2020-01-01T00:00Z; nothing is known before. Days are counted from the Unix epoch. */
export const FIRST_SIMULATED_DAY = 18_262;

/** One coin on one day. Logarithms are relative to the coin's level. */
export interface CoinAnchor {
  /** Log price at 00:00 UTC of the day. */
  readonly logOpen: number;
  /** What the factor adds to the log price until the next 00:00, and what the coin's own news adds. */
  readonly factorMove: number;
  readonly ownMove: number;
  /** Volatility of this day, per square root of a day: the factor's share (beta included) and the coin's own. */
  readonly factorScale: number;
  readonly ownScale: number;
}

export interface Anchors {
  /** `day` ≥ FIRST_SIMULATED_DAY, in days since the Unix epoch. */
  at(coin: string, day: number): CoinAnchor;
}

/** Log volatility is an AR(1) process: regimes of some weeks, calm and wild. Those of the factor are the deeper ones. */
const REGIME_PERSISTENCE = 0.94;
const FACTOR_REGIME_SHOCK = 0.12;
const OWN_REGIME_SHOCK = 0.07;
/** Pull towards the slow cycle, per day; it grows with the distance, so that prices stay plausible for decades. */
const REVERSION = 1 / 150;
/** The four-year cycle that prices are pulled to: its amplitude in log price. */
const CYCLE_DAYS = 1461;
const CYCLE_AMPLITUDE = 0.18;

/** Daily volatility multipliers of one stream; their mean square is 1. */
interface DailyNoise {
  multiplier: number;
  shock: number;
}

function nextNoise(stream: RandomStream, state: { regime: number }, regimeShock: number): DailyNoise {
  state.regime = REGIME_PERSISTENCE * state.regime + regimeShock * stream.normal();
  const variance = regimeShock ** 2 / (1 - REGIME_PERSISTENCE ** 2);
  return { multiplier: Math.exp(state.regime - variance), shock: stream.normal() };
}

interface Track {
  readonly coin: SimulatedCoin;
  readonly stream: RandomStream;
  readonly state: { regime: number };
  readonly days: CoinAnchor[];
  log: number;
}

function cycleAt(day: number): number {
  return CYCLE_AMPLITUDE * Math.sin((2 * Math.PI * (day - FIRST_SIMULATED_DAY)) / CYCLE_DAYS);
}

/**
 * Daily anchors: one pass from the first day, kept for ever (a day costs a few dozen bytes per coin), so any later
 * day is a lookup. The walk depends on the seed alone, never on what was asked before.
 *
 * Math.exp, Math.log and Math.sin may differ in the last bit between JavaScript engines; within one version of V8,
 * which the project pins with Node, they are the same on every machine.
 */
export function createAnchors(seed: number): Anchors {
  const factorStream = createStream(hashKey(seed, hashText('factor'), 1));
  const factorState = { regime: 0 };
  const tracks = new Map<string, Track>(
    SIMULATED_COINS.map((coin) => [
      coin.coin,
      {
        coin,
        stream: createStream(hashKey(seed, hashText(coin.coin), 1)),
        state: { regime: 0 },
        days: [],
        log: cycleAt(FIRST_SIMULATED_DAY),
      },
    ]),
  );
  let nextDay = FIRST_SIMULATED_DAY;

  function walkOneDay(): void {
    const factor = nextNoise(factorStream, factorState, FACTOR_REGIME_SHOCK);
    const target = cycleAt(nextDay);
    for (const track of tracks.values()) {
      const own = nextNoise(track.stream, track.state, OWN_REGIME_SHOCK);
      const distance = track.log - target;
      const factorScale = track.coin.beta * FACTOR_VOLATILITY * factor.multiplier;
      const ownScale = track.coin.ownVolatility * own.multiplier;
      const factorMove = factorScale * factor.shock;
      const ownMove = ownScale * own.shock - REVERSION * distance * (1 + 2 * distance * distance);
      track.days.push({ logOpen: track.log, factorMove, ownMove, factorScale, ownScale });
      track.log += factorMove + ownMove;
    }
    nextDay += 1;
  }

  return {
    at(coin, day) {
      while (nextDay <= day) walkOneDay();
      const anchor = tracks.get(coin)?.days[day - FIRST_SIMULATED_DAY];
      if (anchor === undefined) throw new Error(`No anchor of ${coin} on day ${day}`);
      return anchor;
    },
  };
}

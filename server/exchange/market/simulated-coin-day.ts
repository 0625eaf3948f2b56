import { createBoundedCache } from './bounded-cache.ts';
import { hashKey, hashText } from './hash-random.ts';
import { DAY_MINUTES } from './market-day.ts';
import { type ActivityDay, makeActivityDay } from './simulated-activity.ts';
import { createAnchors, FIRST_SIMULATED_DAY } from './simulated-anchors.ts';
import { SIMULATED_COINS } from './simulated-coins.ts';

/** One coin's day as log prices (relative to its level), and how much each minute may wander between them. */
export interface CoinDay {
  /** Equal to the minute before's `logClose`, bit by bit, unless the coin jumps. */
  readonly logOpen: Float64Array;
  readonly logClose: Float64Array;
  /** Variance of the minute: the factor's part before beta, and the coin's own. */
  readonly factorVariance: Float64Array;
  readonly ownVariance: Float64Array;
  /** The coin's share in the factor's standard deviation. */
  readonly beta: number;
}

export interface CoinDays {
  /** `day` ≥ FIRST_SIMULATED_DAY. */
  at(coin: string, day: number): CoinDay;
}

/** Bridges a coin between its anchors: what the anchors say happens, spread over the day as the activity runs. */
function bridgeDay(input: {
  readonly beta: number;
  readonly factor: ActivityDay;
  readonly own: ActivityDay;
  readonly anchor: ReturnType<ReturnType<typeof createAnchors>['at']>;
  readonly nextLogOpen: number;
}): CoinDay {
  const { beta, factor, own, anchor } = input;
  const logOpen = new Float64Array(DAY_MINUTES);
  const logClose = new Float64Array(DAY_MINUTES);
  const factorVariance = new Float64Array(DAY_MINUTES);
  const ownVariance = new Float64Array(DAY_MINUTES);
  const factorScale = anchor.factorScale / beta;
  const place = (factorElapsed: number, ownElapsed: number, factorNoise: number, ownNoise: number): number =>
    anchor.logOpen +
    (anchor.factorMove * factorElapsed + anchor.factorScale * factorNoise) +
    (anchor.ownMove * ownElapsed + anchor.ownScale * ownNoise);
  let factorElapsed = 0;
  let ownElapsed = 0;
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    logOpen[m] = place(factorElapsed, ownElapsed, factor.open[m] as number, own.open[m] as number);
    factorElapsed = factor.elapsed[m] as number;
    ownElapsed = own.elapsed[m] as number;
    logClose[m] = place(factorElapsed, ownElapsed, factor.close[m] as number, own.close[m] as number);
    factorVariance[m] = factorScale * factorScale * (factor.share[m] as number);
    ownVariance[m] = anchor.ownScale * anchor.ownScale * (own.share[m] as number);
  }
  // The sum above may differ from the next anchor in its last bit; midnight must be seamless.
  logClose[DAY_MINUTES - 1] = input.nextLogOpen;
  return { logOpen, logClose, factorVariance, ownVariance, beta };
}

/**
 * Days of coins, made when first asked for. The caches only save time: a day that fell out comes back the same,
 * because its key is (seed, source, day) and nothing else.
 */
export function createCoinDays(seed: number): CoinDays {
  const anchors = createAnchors(seed);
  const betas = new Map(SIMULATED_COINS.map((coin) => [coin.coin, coin.beta]));
  const factorDays = createBoundedCache<number, ActivityDay>(128);
  const coinDays = createBoundedCache<string, CoinDay>(64);
  const factorKey = hashText('factor');
  return {
    at(coin, day) {
      const beta = betas.get(coin);
      if (beta === undefined || day < FIRST_SIMULATED_DAY) throw new Error(`${coin} is not simulated on day ${day}`);
      return coinDays.get(`${coin} ${day}`, () =>
        bridgeDay({
          beta,
          factor: factorDays.get(day, () => makeActivityDay(hashKey(seed, factorKey, 2, day))),
          own: makeActivityDay(hashKey(seed, hashText(coin), 2, day)),
          anchor: anchors.at(coin, day),
          nextLogOpen: anchors.at(coin, day + 1).logOpen,
        }),
      );
    },
  };
}

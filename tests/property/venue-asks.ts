import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import type { ContractMartingaleParams, MartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { RecurringBuyParams } from '#lib/kinds/recurring-buy/params.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type Act, changing, moving } from '../support/venue/venue-acts.ts';
import type { Asks } from './venue-scenario.ts';

/** What owners change of their bots while pieces of their orders are out: stops, the range, money that comes in. */

const PERMILLE = 100_000n;

/** A whole number from least to most. */
function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Other stops around the price, or none. */
function stopsAround(random: () => number, ticks: number) {
  const share = (permille: number): number => Math.round((ticks * permille) / 1000);
  return {
    stopLossTicks: random() < 0.5 ? null : share(between(random, 850, 960)),
    takeProfitTicks: random() < 0.5 ? null : share(between(random, 1040, 1150)),
  };
}

/** Other exits of a round; of one that waits for its trigger perhaps another one, or none. */
function otherExits<P extends MartingaleParams | ContractMartingaleParams>(
  params: P,
  random: () => number,
  [last]: readonly number[],
): Act<P> {
  const triggerTicks = random() < 0.5 ? null : Math.round((last as number) * (0.99 + random() * 0.02));
  return changing({
    ...params,
    ...(params.triggerTicks === null || random() < 0.5 ? {} : { triggerTicks }),
    takeProfitE8: BigInt(between(random, 1, 40)) * PERMILLE,
    stopLossE8: random() < 0.5 ? null : BigInt(between(random, 2, 100)) * PERMILLE,
  });
}

/** Other exits of a round, or more money for it. */
export const askMartingale: Asks<MartingaleParams> = (params, random, prices) =>
  random() < 0.5 ? otherExits(params, random, prices) : moreMoney(params, random);

/** Other exits of a round, or margin that comes or goes. */
export const askContractMartingale: Asks<ContractMartingaleParams> = (params, random, prices) =>
  random() < 0.5 ? otherExits(params, random, prices) : otherMargin(params, random);

/** A part of the investment in a contract more or less in its account. */
function otherMargin({ spec, investment }: Funded, random: () => number): Act<never> {
  const amount = investment / BigInt(between(random, 2, 9));
  return moving(spec.contract?.settle ?? spec.quote, random() < 0.5 ? amount : -amount);
}

interface Funded {
  readonly spec: MarketSpec;
  readonly investment: bigint;
}

/** Another range around the price. */
function rangeAround(random: () => number, ticks: number) {
  const lowTicks = Math.round(ticks * (0.9 + random() * 0.09));
  const highTicks = lowTicks + Math.round(ticks * (0.02 + random() * 0.16));
  return { lowTicks, highTicks, gridCount: between(random, 2, 25) };
}

/** Other stops of a grid, another range, more money, or profit that is taken out. */
export function askGrid<P extends SpotGridParams | MarginGridParams>(): Asks<P> {
  return (params, random, prices) => {
    const last = prices[0] as number;
    const which = random();
    // Profit: a grid has made little of it yet.
    if (which < 0.15) return moving(params.spec.quote, -params.investment / BigInt(between(random, 20, 2_000)) - 1n);
    if (which < 0.35) return changing({ ...params, ...stopsAround(random, last) });
    if (which < 0.6 && params.investIn === 'quote') return moreMoney(params, random);
    const relaid = { ...params, ...rangeAround(random, last), stopLossTicks: null, takeProfitTicks: null };
    return changing(relaid, { isLaidAnew: true });
  };
}

/** Other stops of an infinite grid, another fall and rise, or more money. */
export const askInfinite: Asks<InfiniteGridParams> = (params, random, prices) => {
  const which = random();
  if (which < 0.35 && params.investIn === 'quote') return moreMoney(params, random);
  if (which < 0.65) return changing({ ...params, ...stopsAround(random, prices[0] as number) });
  const rate = (): bigint => BigInt(between(random, 1, 40)) * PERMILLE;
  return changing({ ...params, fallE8: rate(), riseE8: rate() }, { isLaidAnew: true });
};

/** Other stops and another leverage of a futures grid, perhaps with more margin; margin alone; another range, or more money. */
export const askFutures: Asks<FuturesGridParams> = (params, random, prices) => {
  const which = random();
  if (which < 0.25) return otherMargin(params, random);
  if (which < 0.4) return moreMoney(params, random);
  if (which < 0.6) {
    return changing({ ...params, ...rangeAround(random, prices[0] as number), trigger: null }, { isLaidAnew: true });
  }
  const rate = (): bigint | null => (random() < 0.5 ? null : BigInt(between(random, 1, 60)) * 10n * PERMILLE);
  const after = { ...params, stopLossE8: rate(), takeProfitE8: rate(), leverage: between(random, 1, 20) };
  const gives = { asset: params.spec.contract.settle, amount: params.investment / BigInt(between(random, 2, 9)) };
  return random() < 0.5 ? changing(after) : changing(after, { gives });
};

function moreMoney<P extends Funded>(params: P, random: () => number): Act<P> {
  const amount = params.investment / BigInt(between(random, 1, 9));
  const gives = { asset: params.spec.contract?.settle ?? params.spec.quote, amount };
  return changing({ ...params, investment: params.investment + amount }, { gives, isLaidAnew: true });
}

/** Other losses and profits at which an indicator bot ends, or more money: margin for its contract. */
export const askIndicator: Asks<IndicatorParams> = (params, random) => {
  if (random() < 0.5)
    return params.spec.contract === undefined ? moreMoney(params, random) : otherMargin(params, random);
  const rate = (): bigint | null => (random() < 0.5 ? null : BigInt(between(random, 5, 100)) * PERMILLE);
  const totalProfitE8 = params.spec.contract === undefined ? rate() : null;
  return changing({ ...params, totalStopE8: rate(), totalProfitE8 });
};

/** Other stops of a portfolio, or more money, which buys its coins by their shares. */
export const askPortfolio: Asks<SmartPositionParams> = (params, random) => {
  const rate = (): bigint | null => (random() < 0.5 ? null : BigInt(between(random, 5, 100)) * PERMILLE);
  if (random() < 0.5 && params.investment > 0n) return moreMoney(params, random);
  return changing({ ...params, stopLossE8: rate(), stopProfitE8: rate() });
};

/** Another take profit of a recurring buy, or more money for purchases to come. */
export const askRecurring: Asks<RecurringBuyParams> = (params, random) => {
  if (random() < 0.6) return moreMoney(params, random);
  return changing({ ...params, takeProfitE8: random() < 0.5 ? null : BigInt(between(random, 5, 100)) * PERMILLE });
};

/** An arbitrage takes no money, and gives it back. */
export const askArbitrage: Asks<ArbitrageParams> = (params, random) => moreMoney(params, random);

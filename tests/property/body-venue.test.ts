import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinTerms } from '#lib/engine/body/coin-terms.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { EngineParamsByKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { assertUntil } from '#tests/support/draw-on.ts';
import { isNightly, runs } from '#tests/support/runs.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import type { Done } from '#tests/support/venue/venue-reconciler.ts';
import { futuresGridParams, SPECS } from './engine-futures-scenario.ts';
import { arbitrageScenario, portfolioScenario, recurringScenario } from './engine-markets-scenario.ts';
import { COARSE, FINE, PRICE, spotGridParams } from './engine-scenario.ts';
import { infiniteGridParams, marginGridParams } from './every-kind-scenario.ts';
import { indicatorParams } from './indicator-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';
import {
  askArbitrage,
  askContractMartingale,
  askFutures,
  askGrid,
  askIndicator,
  askInfinite,
  askMartingale,
  askPortfolio,
  askRecurring,
} from './venue-asks.ts';
import { type Asks, type Funds, VenueLife } from './venue-scenario.ts';

const RUNS = runs(60, 300);

interface Params {
  readonly spec: MarketSpec;
  readonly investment: bigint;
}

/** What a bot of a kind is tried with, and what its owner asks of it. */
interface Trial<P extends Params> {
  readonly params: fc.Arbitrary<P>;
  readonly fundsOf: (params: P) => readonly Funds[];
  /** What the venue takes of a trade, 1e-8. */
  readonly fee: fc.Arbitrary<bigint> | ((params: P) => bigint);
  readonly asks: Asks<P>;
  /** What is done at least once besides what every kind does. */
  readonly does: readonly string[];
  /** What is done at least once while an order is executed in part. */
  readonly amongPieces?: readonly string[];
  /** One part of so many of the funds is a large order; absent: a 24th. */
  readonly largest?: bigint;
}

const CLOSES = ['close at market', 'close at limit', 'close at no_close'];
const LIFE = ['pause', 'resume', ...CLOSES];
/** Of kinds with orders that rest: a limit close rests, is told again, and its time ends. */
const RESTS = ['told again', 'expired'];
/** What an owner may do while a piece is out, of every kind with orders that rest. */
const AMONG_PIECES = ['pause', 'close at market', 'close at limit', 'close at no_close'];

/** Counts what was done: by its name, and what it came to with a limit close that rests. */
class Counted {
  private readonly all = new Map<string, number>();
  private readonly amongPieces = new Map<string, number>();

  add({ name, was, is, isAmongPieces }: Done): void {
    const names = [name];
    if (was === 'stopping' && name.startsWith('close')) names.push('told again');
    if (was === 'stopping' && is === 'finished' && name === 'wake') names.push('expired');
    for (const each of names) {
      this.all.set(each, (this.all.get(each) ?? 0) + 1);
      if (isAmongPieces) this.amongPieces.set(each, (this.amongPieces.get(each) ?? 0) + 1);
    }
  }

  /** A property of acts that never happen holds whatever they do: those that have not. */
  lacks(does: readonly string[], amongPieces: readonly string[]): readonly string[] {
    return [
      ...does.filter((name) => !this.all.has(name)),
      ...amongPieces.filter((name) => !this.amongPieces.has(name)).map((name) => `${name} among pieces`),
    ];
  }
}

/** Lives of a kind at the venue, from any params and with any luck of the post. */
function live<P extends Params>(kind: EngineKind<P>, trial: Trial<P>): void {
  const { params: all, fundsOf, fee, asks, does, amongPieces = [], largest = 24n } = trial;
  const lives = all.chain((params) =>
    fc.record({
      params: fc.constant(params),
      feeRate: typeof fee === 'function' ? fc.constant(fee(params)) : fee,
      seed: fc.integer(),
    }),
  );
  let traded = 0;
  const counted = new Counted();
  const lacking = () => counted.lacks([...LIFE, ...does], amongPieces);
  const agrees = fc.property(lives, ({ params, feeRate, seed }) => {
    const life = new VenueLife({ kind, params, feeRate, seed, funds: fundsOf(params), largest, asks });
    life.run();
    for (const done of life.bot.done) counted.add(done);
    if (life.bot.fills.length > 0) traded += 1;
  });
  assertUntil(agrees, { numRuns: RUNS }, () => lacking().length === 0);
  // Some wait for a price or for conditions that never come.
  expect(traded).toBeGreaterThan(0);
  expect(lacking()).toEqual([]);
}

const inMoney = ({ spec, investment }: Params): Funds[] => [
  { asset: spec.contract?.settle ?? spec.quote, amount: investment },
];
const inEither = (params: Params & { readonly investIn: 'quote' | 'base' }): Funds[] =>
  params.investIn === 'quote' ? inMoney(params) : [{ asset: params.spec.base, amount: params.investment }];
const inCoins = (params: Params & { readonly coins: readonly CoinTerms[] }): Funds[] => [
  ...inMoney(params),
  ...params.coins.map(({ spec, brought }) => ({ asset: spec.base, amount: brought })),
];
const ownFee = ({ feeRate }: { readonly feeRate: bigint }): bigint => feeRate;
const coinFee = ({ coins }: { readonly coins: readonly CoinTerms[] }): bigint => coins[0]?.feeRate ?? 0n;
const CONTRACT_FEES = fc.constantFrom(0n, 75_000n);
const RESTING = [...RESTS, 'stops'];
const RELAID = [...RESTING, 'range', 'more money'];

/** Every kind. One that is left out does not compile. */
const TRIALS: { readonly [K in TriedKind]: Trial<EngineParamsByKind[K]> } = {
  spot_grid: {
    params: spotGridParams(PRICE),
    fundsOf: inEither,
    fee: ownFee,
    asks: askGrid(),
    does: [...RELAID, 'money out'],
    amongPieces: [...AMONG_PIECES, 'stops', 'range', 'more money'],
  },
  margin_grid: {
    params: marginGridParams(),
    fundsOf: inEither,
    fee: ownFee,
    asks: askGrid(),
    does: RELAID,
    amongPieces: [...AMONG_PIECES, 'stops', 'range', 'more money'],
  },
  infinite_grid: {
    params: infiniteGridParams(),
    fundsOf: inEither,
    fee: ownFee,
    asks: askInfinite,
    does: RELAID,
    amongPieces: ['pause', 'close at market', 'stops', 'range', 'more money'],
    // An order of it is a hundredth of what it holds.
    largest: 800n,
  },
  futures_grid: {
    params: futuresGridParams(),
    fundsOf: inMoney,
    fee: CONTRACT_FEES,
    asks: askFutures,
    does: [...RELAID, 'stops with margin', 'money in', 'money out'],
    amongPieces: [...AMONG_PIECES, 'stops', 'range', 'more money', 'stops with margin', 'money in', 'money out'],
  },
  martingale: {
    params: martingaleParams(PRICE),
    fundsOf: inMoney,
    fee: ownFee,
    asks: askMartingale,
    does: [...RESTING, 'more money'],
    amongPieces: [...AMONG_PIECES, 'stops', 'more money'],
  },
  'contract-martingale': {
    params: martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>,
    fundsOf: inMoney,
    fee: CONTRACT_FEES,
    asks: askContractMartingale,
    does: [...RESTING, 'money in', 'money out'],
    amongPieces: [...AMONG_PIECES, 'stops', 'money in', 'money out'],
  },
  'spot-compose-indicator': {
    params: indicatorParams(PRICE, [FINE, COARSE]),
    fundsOf: inMoney,
    fee: ownFee,
    asks: askIndicator,
    does: [...RESTING, 'more money'],
  },
  'compose-indicator': {
    params: indicatorParams(PRICE, SPECS),
    fundsOf: inMoney,
    fee: CONTRACT_FEES,
    asks: askIndicator,
    does: [...RESTING, 'money in', 'money out'],
  },
  'smart-position': {
    params: portfolioScenario().map(({ params }) => params),
    fundsOf: inCoins,
    fee: coinFee,
    asks: askPortfolio,
    does: ['stops', 'more money'],
  },
  'recurring-buy': {
    params: recurringScenario().map(({ params }) => params),
    fundsOf: inCoins,
    fee: coinFee,
    asks: askRecurring,
    does: ['stops', 'more money'],
  },
  'spot-future-arbitrage': {
    params: arbitrageScenario().map(({ params }) => params),
    fundsOf: inMoney,
    fee: ownFee,
    asks: askArbitrage,
    does: [],
  },
};

const LONG = isNightly ? 1_800_000 : 60_000;

describe('a bot whose orders an independent venue executes has the venue’s ledger in its books', {
  timeout: LONG,
}, () => {
  const tried = <K extends TriedKind>(kind: K): void =>
    live<EngineParamsByKind[K]>(MACHINES[kind].engine, TRIALS[kind]);
  it.each(Object.keys(TRIALS) as TriedKind[])('as %s', tried);
});

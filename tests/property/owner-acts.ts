import { factsOf } from '#lib/kinds/facts.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import type { TestExchange } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES } from '#tests/unit/exchange-kind-bodies.ts';

/** What an owner may ask of one bot over the calls of the contract, as random as its kind allows. */

export type Sent = NonNullable<Parameters<TestExchange['send']>[1]>;
export interface OwnerAct {
  readonly call: UpstreamEndpointName;
  readonly what: Sent;
}

export const FUNDPASS = { fundpass: 'paper-fund' };
/** How more money comes: with a plan, as margin, or by a call of its own if at all. */
export function fundingOf(kind: TriedKind): 'grid' | 'contract' | 'other' {
  if (factsOf(kind).trades === 'market' && KIND_BODIES[kind].account.startsWith('futures')) return 'contract';
  return isGridCall(kind) ? 'grid' : 'other';
}

/** Draws of one seed. */
export class Draws {
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  part(): number {
    return this.random();
  }

  chance(part: number): boolean {
    return this.random() < part;
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  pick<T>(first: T, ...rest: readonly T[]): T {
    return [first, ...rest][this.below(rest.length + 1)] ?? first;
  }
}

export const isGridCall = (kind: TriedKind): boolean => KIND_BODIES[kind].call === 'createGrid';

export function pauseOrGoOn(kind: TriedKind, id: number, isPaused: boolean): OwnerAct {
  const what = { path: { id } };
  if (isGridCall(kind)) return { call: isPaused ? 'continueGrid' : 'pauseGrid', what };
  return { call: isPaused ? 'startStrategy' : 'pauseStrategy', what };
}

/** Another range around the last price, in what its kind's is said. */
export function drawnRange(draws: Draws, kind: TriedKind, last: number): Record<string, string> {
  const part = (): string => (0.001 + draws.part() * 0.05).toFixed(3);
  if (kind === 'infinite_grid') return { low_price: part(), high_price: part() };
  return {
    low_price: (last * (1 - draws.part() * 0.1)).toFixed(1),
    high_price: (last * (1 + draws.part() * 0.1)).toFixed(1),
    grid_num: `${2 + draws.below(120)}`,
  };
}

export function addedMoney(id: number, amount: string): OwnerAct {
  return { call: 'increaseBalance', what: { path: { id }, body: { asset: 'USDT', amount, ...FUNDPASS } } };
}

export function takenMoney(kind: TriedKind, id: number, amount: string): OwnerAct {
  const body = { amount, ...FUNDPASS };
  if (fundingOf(kind) === 'contract') return { call: 'reduceMargin', what: { path: { id }, body } };
  return { call: 'withdrawProfit', what: { body: { id, strategy_type: kind, ...body } } };
}

export function drawnStops(draws: Draws, kind: TriedKind, id: number, last: number): OwnerAct {
  const at = (part: number): string => (last * part).toFixed(1);
  const stops =
    factsOf(kind).stops?.of === 'investment'
      ? { stop_loss: draws.pick('', '0.01', '0.05', '0.3'), stop_profit: draws.pick('', '0.01', '0.05', '0.3') }
      : {
          stop_loss: draws.pick('', at(0.8), at(0.95), at(1.05)),
          stop_profit: draws.pick('', at(1.1), at(1.3), at(0.99)),
        };
  return { call: 'changeGridParams', what: { path: { id }, body: { ...stops, ...FUNDPASS } } };
}

/** Of a futures grid: another leverage, and some money with it. */
export function drawnLeverage(draws: Draws, id: number): OwnerAct {
  const leverage = draws.pick('1', '2', '5', '20', '50');
  const actions = [{ action: 'transfer', amount: draws.pick('1', '50', '500'), currency: 'USDT', leverage }];
  return { call: 'updateGrid', what: { path: { id }, body: { actions, ...FUNDPASS } } };
}

/** Of a martingale: other exits of its rounds. */
export function drawnExits(draws: Draws, kind: TriedKind, id: number): OwnerAct {
  const params = JSON.stringify({
    take_profit_per_cycle: draws.pick('0.002', '0.01', '0.1'),
    stop_loss_per_cycle: draws.pick('', '0.01', '0.2', '0.9'),
  });
  return { call: 'strategyParams', what: { body: { strategy_id: id, strategy_type: kind, params, ...FUNDPASS } } };
}

/** How it is to close, and the option that says so. */
export function drawnClose(draws: Draws, kind: TriedKind) {
  const type = draws.pick('market', 'limit', 'limit', 'no_close');
  const limits = { slip: draws.pick('0.001', '0.003', '0.05'), expiration: draws.pick(60, 180, 3600) };
  const how = { type, ...(type === 'limit' ? limits : { slip: '0', expiration: 0 }) };
  return { how, option: { ...how, account: KIND_BODIES[kind].account, market: 'BTC_USDT', price: 'lastprice' } };
}

export function stopOf(kind: TriedKind, id: number): OwnerAct {
  return { call: KIND_BODIES[kind].stop, what: { path: { id }, body: FUNDPASS } };
}

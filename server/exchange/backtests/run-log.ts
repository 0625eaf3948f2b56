import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { EngineSink, Fill } from '#lib/engine/machine.ts';
import { type HeldChange, isPosition } from '#lib/formulas/exposure.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import { type BacktestTask, KEPT_ORDERS } from './task-shape.ts';

/** What a run told, as much of it as is needed: a portfolio that is rebalanced each minute has millions of fills. */
export interface RunLog {
  /** The first ones. */
  readonly fills: readonly Fill[];
  /** All of them. */
  readonly count: number;
  /** Profits of the completed trades, in order. */
  readonly profits: readonly bigint[];
  /** By feed: when a position began and ended, and its market's lot. */
  readonly held: { readonly changes: readonly (readonly HeldChange[])[]; readonly lots: readonly bigint[] };
}

interface Holding {
  readonly lot: bigint;
  readonly changes: HeldChange[];
  /** What is held, and what of it the changes say. */
  now: bigint;
  told: bigint;
}

/** A sink that keeps what a report needs. A bot that coins came into holds them from `startMs`. */
export function createRunLog(task: BacktestTask, startMs: number): { readonly sink: EngineSink; log(): RunLog } {
  const fills: Fill[] = [];
  const profits: bigint[] = [];
  const holdings = new Map<number, Holding>();
  let count = 0;

  /** Notes a change that begins or ends a position; others make no difference to the exposure. */
  function hold(feed: number, timeMs: number, change: bigint): void {
    let holding = holdings.get(feed);
    if (holding === undefined) {
      holding = { lot: marketOfFeed(task.spec, feed).lotUnits, changes: [], now: 0n, told: 0n };
      holdings.set(feed, holding);
    }
    holding.now += change;
    if (isPosition(holding.now, holding.lot) === isPosition(holding.told, holding.lot)) return;
    holding.changes.push({ timeMs, quantity: holding.now - holding.told });
    holding.told = holding.now;
  }

  for (const [feed, quantity] of broughtByFeed(task)) hold(feed, startMs, quantity);
  const sink: EngineSink = {
    fill: (fill) => {
      const { feed, timeMs, side, quantity, fee, realised, matchProfit } = fill;
      count += 1;
      if (fills.length < KEPT_ORDERS) fills.push(fill);
      if (matchProfit !== null) profits.push(matchProfit);
      // The fee of a purchase of coins is taken in coins.
      const received = realised === undefined ? quantity - fee : quantity;
      hold(feed, timeMs, side === 'buy' ? received : -quantity);
    },
    order: () => {},
    operation: () => {},
    finish: () => {},
  };
  const log = (): RunLog => {
    const all = [...holdings.values()];
    const held = { changes: all.map(({ changes }) => changes), lots: all.map(({ lot }) => lot) };
    return { fills, count, profits, held };
  };
  return { sink, log };
}

/** Coins that a bot begins with in place of money: a portfolio's, or those of a grid that coins were invested in. */
function broughtByFeed({ kind, payload, spec, feeRate }: BacktestTask): [feed: number, quantity: bigint][] {
  const params = engineParamsOf(kind, payload, spec, feeRate);
  if ('coins' in params) return params.coins.map(({ brought }, feed) => [feed, brought]);
  return 'investIn' in params && params.investIn === 'base' ? [[0, params.investment]] : [];
}

import type { CloseInstruction, Debt, Fill } from '#lib/engine/machine.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { machineFigures, type Prices, profitAssetOf, profitOf } from './bot-equity.ts';
import { investedIn, profitRateE8 } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';
import { trialPartOf } from './trial-funds.ts';

/** What ending a bot in some way would do at the present prices; amounts in units. */
export interface ClosePreview {
  /** Owed before anything comes back. */
  readonly debts: readonly Debt[];
  /** The trades of the end, in their order. */
  readonly fills: readonly Fill[];
  /** Whether the closing order would rest until the price reaches it; everything else here is then said as if it had filled. */
  readonly isResting: boolean;
  /** What its owner would have back, trial funds apart. */
  readonly returns: readonly Fund[];
  /** Result of the bot's whole life with that; coins that are kept count at the last price. `asset` is what it is counted in. */
  readonly profit: bigint;
  readonly rateE8: bigint;
  readonly asset: string;
}

/**
 * Ends `copy` – a copy of a bot, which is used up – and tells what happened to it: the machine that will close the bot is
 * asked, so what is said before is what comes. A limit that the price has not reached is taken to be reached.
 */
export function previewClose(copy: LiveBot, close: CloseInstruction, prices: Prices, timeMs: number): ClosePreview {
  const { machine, record, spec, notes } = copy;
  const asset = profitAssetOf(spec);
  if (machine === null) {
    const funds =
      record.coins.length > 0 ? record.coins : [{ asset: record.moneyAsset, amount: record.money - record.trial }];
    return { debts: [], fills: [], isResting: false, returns: funds, profit: 0n, rateE8: 0n, asset };
  }
  const debts = machine.loan?.(prices)?.debts ?? [];
  machine.terminate(close, prices, timeMs);
  const isResting = machine.status !== 'finished';
  const ended = close.type === 'limit' && isResting ? prices.with(0, close.ticks) : prices;
  if (close.type === 'limit' && isResting) machine.move(0, close.ticks, timeMs);
  const { equity } = machineFigures(machine, spec, ended);
  const profit = profitOf(record, equity);
  const returns = Object.entries(machine.holdings())
    .map(([one, held]) => ({ asset: one, amount: one === record.moneyAsset ? held - trialPartOf(record, held) : held }))
    .filter(({ amount }) => amount > 0n);
  const fills = notes.moves.flatMap((move) => (move.kind === 'fill' ? [move.fill] : []));
  return { debts, fills, isResting, returns, profit, rateE8: profitRateE8(profit, investedIn(record)), asset };
}

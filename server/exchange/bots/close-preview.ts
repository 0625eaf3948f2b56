import type { BotMachine, CloseInstruction, Debt, Fill, OpenOrder } from '#lib/engine/machine.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { machineFigures, type Prices, profitAssetOf, profitOf } from './bot-equity.ts';
import { investedIn, profitRateE8 } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';
import { trialPartOf } from './trial-funds.ts';

/** What ending a bot in some way would do at the present prices; amounts in units. */
export interface ClosePreview {
  /** Owed before anything comes back. */
  readonly debts: readonly Debt[];
  /** The trades that happen at once, in their order. */
  readonly fills: readonly Fill[];
  /**
   * What of the closing order would rest; null: all of it fills at once. Returns and result are then said as if the price stayed
   * where it is until the order's time is over.
   */
  readonly rest: Pick<OpenOrder, 'ticks' | 'quantity'> | null;
  /** What its owner would have back, trial funds apart. */
  readonly returns: readonly Fund[];
  /** Result of the bot's whole life with that; coins that are kept count at the last price. `asset` is what it is counted in. */
  readonly profit: bigint;
  readonly rateE8: bigint;
  readonly asset: string;
}

/**
 * Ends `copy` – a copy of a bot, which is used up – and tells what happened to it: the machine that will close the bot is
 * asked, so what is said before is what comes.
 */
export function previewClose(copy: LiveBot, close: CloseInstruction, prices: Prices, timeMs: number): ClosePreview {
  const { machine, record, spec, notes } = copy;
  const asset = profitAssetOf(spec);
  if (machine === null) {
    const funds =
      record.coins.length > 0 ? record.coins : [{ asset: record.moneyAsset, amount: record.money - record.trial }];
    return { debts: [], fills: [], rest: null, returns: funds, profit: 0n, rateE8: 0n, asset };
  }
  const debts = machine.loan?.(prices)?.debts ?? [];
  machine.terminate(close, prices, timeMs);
  const rest = restOf(machine);
  const fills = notes.moves.flatMap((move) => (move.kind === 'fill' ? [move.fill] : []));
  while (machine.status !== 'finished' && Number.isFinite(machine.wakeAtMs)) {
    machine.wakeByTime(machine.wakeAtMs, prices);
  }
  const { equity } = machineFigures(machine, spec, prices);
  const profit = profitOf(record, equity);
  const returns = Object.entries(machine.holdings())
    .map(([one, held]) => ({ asset: one, amount: one === record.moneyAsset ? held - trialPartOf(record, held) : held }))
    .filter(({ amount }) => amount > 0n);
  return { debts, fills, rest, returns, profit, rateE8: profitRateE8(profit, investedIn(record)), asset };
}

/** What rests of the order that closes a bot. */
function restOf(machine: BotMachine): ClosePreview['rest'] {
  const [order] = machine.status === 'finished' ? [] : machine.openOrders();
  return order === undefined ? null : { ticks: order.ticks, quantity: order.quantity };
}

import type { BotMachine, CloseInstruction, Fill, OpenOrder, OwedAsset } from '#lib/engine/machine.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { floorDivide, machineFigures, type Prices, profitAssetOf, profitOf } from './bot-equity.ts';
import { lastShareOf } from './copy-share.ts';
import { investedIn, profitRateE8 } from './daily-curve.ts';
import { tallyFill } from './fill-tally.ts';
import type { LiveBot } from './live-bot.ts';
import { trialPartOf } from './trial-funds.ts';

/** What an end comes to, units. */
export interface EndFigures {
  /** What its owner has back, trial funds apart. */
  readonly returns: readonly Fund[];
  /** What the provider of a copy gets of it, units of the profit asset. */
  readonly share: bigint;
  /** Result of the whole life, and what it is counted in. */
  readonly profit: bigint;
  readonly asset: string;
  /** Fees of the end, EquityStatement's scale. */
  readonly fees: bigint;
  /** What is traded on the bot's own market. */
  readonly quantity: bigint;
  readonly value: bigint;
}

/** What ending a bot in some way would do at the present prices; amounts in units. */
export interface ClosePreview {
  /** Owed before anything comes back. */
  readonly debts: readonly OwedAsset[];
  /** The trades that happen at once, in their order. */
  readonly fills: readonly Fill[];
  /**
   * What of the closing order would rest; null: all of it fills at once. The figures are then said as if the price stayed
   * where it is until the order's time is over.
   */
  readonly rest: Pick<OpenOrder, 'ticks' | 'quantity' | 'side'> | null;
  /** What it comes to; coins that are kept count at the last price. */
  readonly figures: EndFigures;
  readonly rateE8: bigint;
}

/**
 * Ends `copy` – a copy of a bot, which is used up – and tells what happened to it: the machine that will close the bot is
 * asked, so what is said before is what comes.
 */
export function previewClose(copy: LiveBot, close: CloseInstruction, prices: Prices, timeMs: number): ClosePreview {
  const { machine, record, spec, notes } = copy;
  const asset = profitAssetOf(spec);
  const nothing = { share: 0n, profit: 0n, asset, fees: 0n, quantity: 0n, value: 0n };
  if (machine === null) {
    const returns =
      record.coins.length > 0 ? record.coins : [{ asset: record.moneyAsset, amount: record.money - record.trial }];
    return { debts: [], fills: [], rest: null, figures: { ...nothing, returns }, rateE8: 0n };
  }
  const debts = machine.loan?.(prices)?.debts ?? [];
  const { matchedQuantity, matchedCost } = record;
  const { fees } = machine.equity(prices);
  machine.terminate(close, prices, timeMs);
  const rest = restOf(machine);
  const fills = fillsOf(copy);
  while (machine.status !== 'finished' && Number.isFinite(machine.wakeAtMs)) {
    machine.wakeByTime(machine.wakeAtMs, prices);
  }
  for (const fill of fillsOf(copy)) tallyFill(record, spec, fill);
  const at = notes.ended === null ? prices : prices.map((last, feed) => notes.ended?.prices[feed] ?? last);
  const figures: EndFigures = {
    ...returnsOf(copy, machine, at),
    asset,
    fees: machine.equity(at).fees - fees,
    quantity: record.matchedQuantity - matchedQuantity,
    value: record.matchedCost - matchedCost,
  };
  return { debts, fills, rest, figures, rateE8: profitRateE8(figures.profit, investedIn(record)) };
}

function fillsOf({ notes }: LiveBot): readonly Fill[] {
  return notes.moves.flatMap((move) => (move.kind === 'fill' ? [move.fill] : []));
}

/** What comes back of what a copy's machine has left, the provider's share of it, and the result with that. */
function returnsOf({ record, spec }: LiveBot, machine: BotMachine, prices: Prices) {
  const { equity, books } = machineFigures(machine, spec, prices);
  const left = new Map(Object.entries(machine.holdings()));
  const end = { equity, prices, asset: profitAssetOf(spec) };
  const { payments, paidFine } = lastShareOf(record, spec, (coin) => left.get(coin) ?? 0n, end);
  for (const paid of payments) left.set(paid.asset, (left.get(paid.asset) ?? 0n) - paid.amount);
  const exact = books?.statement.equity ?? equity * EQUITY_SCALE;
  const returns: Fund[] = [...left]
    .map(([one, held]) => ({ asset: one, amount: one === record.moneyAsset ? held - trialPartOf(record, held) : held }))
    .filter(({ amount }) => amount > 0n);
  return {
    returns,
    share: paidFine / EQUITY_SCALE,
    profit: profitOf(record, floorDivide(exact - paidFine, EQUITY_SCALE)),
  };
}

/** What rests of the order that closes a bot. */
function restOf(machine: BotMachine): ClosePreview['rest'] {
  const [order] = machine.status === 'finished' ? [] : machine.openOrders();
  return order === undefined ? null : { ticks: order.ticks, quantity: order.quantity, side: order.side };
}

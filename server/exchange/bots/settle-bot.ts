import { type BotMachine, EQUITY_SCALE, type Fill } from '#lib/engine/machine.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { returnAll, type TradeMovement, tradePostings } from '../ledger/movements.ts';
import type { StoreBatch } from '../store/store.ts';
import { STREAM, saveBot } from './bot-book.ts';
import { floorDivide } from './bot-equity.ts';
import type { BotRecord, FinalFigures } from './bot-record.ts';
import { advance, stepsBetween } from './bot-states.ts';
import { tallyFill } from './fill-tally.ts';
import { formatFill, formatOperation, formatOrder } from './journal-rows.ts';
import type { LiveBot, OperationNote } from './live-bot.ts';
import { netPostings } from './net-postings.ts';

/**
 * `live`: a posting group a fill, and the bot's row is written. `bulk`, for the months of the demo world: one group of
 * the settlement's net movements, and the caller writes the rows when the months are over.
 */
export type SettleStyle = 'live' | 'bulk';

export interface SettleParts {
  readonly ledger: Ledger;
  readonly batch: Pick<StoreBatch, 'put' | 'append'>;
  /** Default: live. */
  readonly style?: SettleStyle;
}

/** Journal key of a bot's own fund movements (deposits and what came back); trades have `bot:{id}:trades`. */
export function fundReference(botId: number): string {
  return `bot:${botId}:funds`;
}

function tradeReference(botId: number): string {
  return `bot:${botId}:trades`;
}

/**
 * Writes down what a bot's machine did since the last time: postings for every fill, journal rows, counters, status
 * and step, and the bot's row. After it the bot's ledger account equals the machine's holdings; a finished bot's
 * account is empty and its owner has everything. `ticks` is the last price, for the final figures.
 */
export function settleBot(parts: SettleParts, bot: LiveBot, ticks: number): void {
  const { machine, record } = bot;
  if (machine === null) throw new Error(`bot ${record.id} has no machine to settle`);
  postFills(parts, bot);
  writeNotes(parts, bot);
  copyStatistics(record, machine);
  noteUnitQuantity(record, machine);
  followMachine(record, machine);
  assertLedgerAgrees(parts.ledger, bot, machine);
  if (bot.notes.finish !== null) finishBot(parts, bot, machine, ticks);
  if (parts.style !== 'bulk') saveBot(parts.batch, bot);
}

function postFills({ ledger, batch, style }: SettleParts, { record, spec, notes }: LiveBot): void {
  const { fills } = notes;
  notes.fills = [];
  const reference = tradeReference(record.id);
  const post = (postings: readonly Posting[], timeMs: number): void => {
    const refusal = postings.length === 0 ? null : ledger.post(postings, 'trade', reference, timeMs);
    if (refusal !== null) throw new Error(`bot ${record.id} overdraws ${refusal.account} in ${refusal.asset}`);
  };
  const last = fills.at(-1);
  if (style === 'bulk' && last !== undefined) post(netPostings(ledger, record.id, spec, fills), last.timeMs);
  if (style !== 'bulk')
    for (const fill of fills) post(tradePostings(ledger, movementOf(record.id, spec, fill)), fill.timeMs);
  for (const fill of fills) {
    tallyFill(record, spec, fill);
    batch.append(STREAM.fills, `${record.id}`, fill.timeMs, formatFill(spec, fill));
  }
}

function movementOf(botId: number, { market, base, quote }: LiveBot['spec'], fill: Fill): TradeMovement {
  const { side, quantity, quote: quoteAmount, fee } = fill;
  return { botId, market, base, quote, side, quantity, quoteAmount, fee };
}

/** Journal rows of orders and operations. */
export function writeNotes({ batch }: Pick<SettleParts, 'batch'>, { record, spec, notes }: LiveBot): void {
  const key = `${record.id}`;
  for (const order of notes.orders) batch.append(STREAM.orders, key, order.timeMs, formatOrder(spec, order));
  for (const operation of notes.operations) writeOperation(batch, record.id, operation);
  notes.orders = [];
  notes.operations = [];
}

export function writeOperation(batch: Pick<StoreBatch, 'append'>, botId: number, operation: OperationNote): void {
  batch.append(STREAM.operations, `${botId}`, operation.timeMs, formatOperation(operation));
}

/** The counters that the machine keeps itself. */
export function copyStatistics(record: BotRecord, machine: Pick<BotMachine, 'statistics'>): void {
  const { matches, matchedProfit, range } = machine.statistics();
  record.matchTimes = matches;
  record.gridProfit = matchedProfit;
  if (range !== null) {
    record.lowTicks = range.lowTicks;
    record.highTicks = range.highTicks;
  }
}

/** Quantity of the smallest grid order, noted once: when the grid stands for the first time. */
export function noteUnitQuantity(record: BotRecord, machine: Pick<BotMachine, 'openOrders'>): void {
  if (record.unitQuantity > 0n) return;
  const quantities = machine.openOrders().map(({ quantity }) => quantity);
  record.unitQuantity = quantities.reduce(
    (least, quantity) => (quantity < least ? quantity : least),
    quantities[0] ?? 0n,
  );
}

/** Brings status and step to the machine's, along legal ways only. */
export function followMachine(record: BotRecord, machine: Pick<BotMachine, 'status' | 'step'>): void {
  for (const step of stepsBetween(record.step, machine.step)) {
    const status = record.status === 'open' && step === 'running' ? 'running' : record.status;
    Object.assign(record, advance(record, { status, step }));
  }
  if (machine.status === 'stopping' && record.status !== 'stopping' && record.status !== 'finishing') {
    Object.assign(record, advance(record, { status: 'stopping', step: record.step }));
  }
}

function assertLedgerAgrees(ledger: Ledger, { record }: LiveBot, machine: BotMachine): void {
  const held = ledger.assets(botAccount(record.id));
  const holdings = machine.holdings();
  for (const asset of new Set([...held.keys(), ...Object.keys(holdings)])) {
    const inLedger = held.get(asset) ?? 0n;
    const inMachine = holdings[asset] ?? 0n;
    if (inLedger !== inMachine) {
      throw new Error(`bot ${record.id}: the ledger has ${inLedger} units of ${asset}, the machine ${inMachine}`);
    }
  }
}

/** What is fixed when a bot ends. */
export function finalFigures(bot: LiveBot, machine: BotMachine, ticks: number): FinalFigures {
  const statement = machine.equity([ticks]);
  return {
    equity: floorDivide(statement.equity, EQUITY_SCALE),
    fees: floorDivide(statement.fees, EQUITY_SCALE),
    residual: statement.residual,
    baseHeld: machine.holdings()[bot.spec.base] ?? 0n,
    ticks,
  };
}

function finishBot({ ledger }: SettleParts, bot: LiveBot, machine: BotMachine, ticks: number): void {
  const { record, notes } = bot;
  if (notes.finish === null) return;
  const { reason, timeMs } = notes.finish;
  record.final = finalFigures(bot, machine, ticks);
  record.finishAs = reason;
  record.finishMs = timeMs;
  if (record.status !== 'stopping') {
    const ending = reason === 'cancelled' ? 'stopping' : 'finishing';
    Object.assign(record, advance(record, { status: ending, step: record.step }));
  }
  Object.assign(record, advance(record, { status: 'finished', step: record.step }));
  const back = returnAll(ledger, record.id, record.ownerId);
  if (back.length > 0) {
    const refusal = ledger.post(back, 'bot-return', fundReference(record.id), timeMs);
    if (refusal !== null) throw new Error(`bot ${record.id} cannot return its ${refusal.asset}`);
  }
  bot.machine = null;
  notes.finish = null;
}

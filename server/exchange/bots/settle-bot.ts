import { type BotStatus, type BotStep, isOwnersEnd } from '#lib/contract/bot-words.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { withTakenOut } from '#lib/engine/equity-statement.ts';
import { type BotMachine, EQUITY_SCALE, type Fill, type OrderEvent } from '#lib/engine/machine.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StoreBatch } from '../store/store.ts';
import { STREAM, saveBot } from './bot-book.ts';
import { endEquity, machineFigures, type Prices, profitAssetOf, profitOf } from './bot-equity.ts';
import type { BotRecord } from './bot-record.ts';
import { advance, stepsBetween } from './bot-states.ts';
import { sendLastShare } from './copy-share.ts';
import { endOutcome } from './end-plan.ts';
import { tallyFill } from './fill-tally.ts';
import { formatFill, formatOperation, formatOrder } from './journal-rows.ts';
import type { LiveBot, MoveNote, OperationNote } from './live-bot.ts';
import { debtsOf, type MoveReason, movePostings, reasonOf, timeOf, uninsuredOf } from './move-flows.ts';
import { formatRound, formatRoundOrders, roundOrdersKey } from './round-rows.ts';
import { giveBack, returnsOf } from './trial-funds.ts';

/**
 * `live`: a posting group a move, and the bot's row is written. `bulk`, for the months of the demo world: one group for
 * each run of moves of one reason, and the caller writes the rows when the months are over.
 */
export type SettleStyle = 'live' | 'bulk';

export interface SettleParts {
  readonly ledger: Ledger;
  readonly batch: Pick<StoreBatch, 'put' | 'append'>;
  /** Default: live. */
  readonly style?: SettleStyle | undefined;
}

/** A liquidated bot whose loss was more than the insurance account had: its counterparties are deleveraged for it (E4). */
export interface Shortfall {
  readonly bot: LiveBot;
  /** The whole loss beyond its own money, settle units. */
  readonly amount: bigint;
  /** The fill that closed its position. */
  readonly closing: Fill;
}

/** Journal key of a bot's own fund movements (deposits and what came back). */
export function fundReference(botId: number): string {
  return `bot:${botId}:funds`;
}

/** Journal key of its trades. */
export function tradeReference(botId: number): string {
  return `bot:${botId}:trades`;
}

/** Journal key of its funding, interest, loans, liquidation fees and insurance. */
export function cashReference(botId: number): string {
  return `bot:${botId}:cash`;
}

/**
 * Writes down what a bot's machine did since the last time: postings for every move, journal rows, counters, status
 * and step, and the bot's row. After it the bot's ledger account equals the machine's holdings and its loan account the
 * machine's debt; a finished bot's accounts are empty and its owner has everything. `prices` are those of the end, for
 * the final figures. Returns the loss that nobody insured, if there is one.
 */
export function settleBot(parts: SettleParts, bot: LiveBot, prices: Prices): Shortfall | null {
  const { machine, record } = bot;
  if (machine === null) throw new Error(`bot ${record.id} has no machine to settle`);
  const shortfall = postMoves(parts, bot);
  noteUnitQuantity(bot);
  // The last word is said when what came of the end is known.
  const isLast = bot.notes.ended !== null && record.agreed !== undefined;
  const last = isLast ? bot.notes.takeLast('stop') : undefined;
  writeNotes(parts, bot);
  copyStatistics(record, machine);
  followMachine(record, machine);
  assertLedgerAgrees(parts.ledger, bot, machine, prices);
  if (bot.notes.ended !== null) finishBot(parts, bot, machine, prices, last);
  if (parts.style !== 'bulk') saveBot(parts.batch, bot);
  return shortfall;
}

function postMoves({ ledger, batch, style }: SettleParts, bot: LiveBot): Shortfall | null {
  const { record, spec, notes } = bot;
  const moves = notes.takeMoves();
  let uninsured = 0n;
  let insured = 0n;
  for (const group of style === 'bulk' ? runsOfReason(moves) : moves.map((move) => [move])) {
    const last = group.at(-1) as MoveNote;
    for (const move of group) {
      uninsured += uninsuredOf(ledger, move);
      if (move.kind === 'cash' && move.cash.type === 'insurance') insured += move.cash.amount;
    }
    const postings = movePostings(ledger, record.id, spec, group);
    if (postings.length === 0) continue;
    const reason = reasonOf(last);
    const refusal = ledger.post(postings, reason, referenceOf(reason, record.id), timeOf(last));
    if (refusal !== null) throw new Error(`bot ${record.id} overdraws ${refusal.account} in ${refusal.asset}`);
  }
  let closing: Fill | null = null;
  for (const move of moves) {
    if (move.kind === 'cash') continue;
    if (marketOfFeed(spec, move.fill.feed).contract !== undefined) closing = move.fill;
    tallyFill(record, spec, move.fill);
    batch.append(STREAM.fills, `${record.id}`, move.fill.timeMs, formatFill(spec, move.fill));
  }
  return uninsured > 0n && closing !== null ? { bot, amount: insured, closing } : null;
}

function referenceOf(reason: MoveReason, botId: number): string {
  return reason === 'trade' ? tradeReference(botId) : cashReference(botId);
}

/** Moves in their order, those of one reason that follow each other together. */
function runsOfReason(moves: readonly MoveNote[]): MoveNote[][] {
  const runs: MoveNote[][] = [];
  for (const move of moves) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && reasonOf(run[0]) === reasonOf(move)) run.push(move);
    else runs.push([move]);
  }
  return runs;
}

/** Journal rows of orders, operations and rounds. */
export function writeNotes({ batch }: Pick<SettleParts, 'batch'>, { record, spec, notes }: LiveBot): void {
  const key = `${record.id}`;
  for (const order of notes.orders) batch.append(STREAM.orders, key, order.timeMs, formatOrder(spec, order));
  for (const operation of notes.operations) writeOperation(batch, record.id, operation);
  for (const { round, orders } of notes.rounds) {
    record.rounds += 1;
    batch.append(STREAM.rounds, key, round.endMs, formatRound(spec, round));
    const ordersKey = roundOrdersKey(record.id, round.cycle);
    batch.append(STREAM.roundOrders, ordersKey, round.endMs, formatRoundOrders(spec, orders));
  }
  notes.clear();
}

function writeOperation(batch: Pick<StoreBatch, 'append'>, botId: number, operation: OperationNote): void {
  batch.append(STREAM.operations, `${botId}`, operation.timeMs, formatOperation(operation));
}

/** The counters that the machine keeps itself. */
export function copyStatistics(record: BotRecord, machine: Pick<BotMachine, 'statistics'>): void {
  const { matches, matchedProfit, range } = machine.statistics();
  record.matchTimes = matches;
  record.gridProfit = matchedProfit;
  if (range !== null) record.range = range;
}

/**
 * Quantity of the smallest order that the bot rests when it stands for the first time, noted once. It is read from what
 * the machine said of that moment: by the end of a long step orders may have filled.
 */
function noteUnitQuantity({ record, notes }: LiveBot): void {
  if (record.unitQuantity > 0n) return;
  const isRested = ({ kind, reason }: OrderEvent): boolean => kind === 'placed' && reason !== 'opening';
  const first = notes.orders.find(isRested);
  if (first === undefined) return;
  for (const order of notes.orders) {
    if (order.timeMs !== first.timeMs || !isRested(order)) continue;
    if (record.unitQuantity === 0n || order.quantity < record.unitQuantity) record.unitQuantity = order.quantity;
  }
}

/** Steps that say the status. */
const STATUS_OF_STEP: Readonly<Partial<Record<BotStep, BotStatus>>> = {
  running: 'running',
  pausing: 'pausing',
  pause: 'pause',
  continue: 'starting',
};

/** Brings status and step to the machine's, along legal ways only. */
export function followMachine(record: BotRecord, machine: Pick<BotMachine, 'status' | 'step'>): void {
  for (const step of stepsBetween(record.step, machine.step)) {
    const status = STATUS_OF_STEP[step] ?? record.status;
    Object.assign(record, advance(record, { status, step }));
  }
  if (machine.status === 'stopping' && record.status !== 'stopping' && record.status !== 'finishing') {
    Object.assign(record, advance(record, { status: 'stopping', step: record.step }));
  }
}

function assertLedgerAgrees(ledger: Ledger, { record }: LiveBot, machine: BotMachine, prices: Prices): void {
  const held = ledger.assets(botAccount(record.id));
  const holdings = machine.holdings();
  for (const asset of new Set([...held.keys(), ...Object.keys(holdings)])) {
    const inLedger = held.get(asset) ?? 0n;
    const inMachine = holdings[asset] ?? 0n;
    if (inLedger !== inMachine) {
      throw new Error(`bot ${record.id}: the ledger has ${inLedger} units of ${asset}, the machine ${inMachine}`);
    }
  }
  assertDebtAgrees(ledger, record, machine, prices);
}

function assertDebtAgrees(ledger: Ledger, record: BotRecord, machine: BotMachine, prices: Prices): void {
  if (machine.loan === undefined) return;
  const inLedger = debtsOf(ledger, record.id);
  const inMachine = new Map((machine.loan(prices)?.debts ?? []).map(({ asset, owed }) => [asset, owed]));
  for (const asset of new Set([...inLedger.keys(), ...inMachine.keys()])) {
    const [told, owed] = [inLedger.get(asset) ?? 0n, inMachine.get(asset) ?? 0n];
    if (told !== owed)
      throw new Error(`bot ${record.id} owes ${told} units of ${asset} by the ledger, ${owed} by its machine`);
  }
}

function finishBot(
  parts: SettleParts,
  bot: LiveBot,
  machine: BotMachine,
  prices: Prices,
  last: OperationNote | undefined,
): void {
  const { record, notes, spec } = bot;
  if (notes.ended === null) return;
  const { reason, timeMs } = notes.ended;
  // What it kept is worth what the price was where it ended, not where the step did.
  const ended = prices.map((last, feed) => notes.ended?.prices[feed] ?? last);
  record.final = machineFigures(machine, spec, ended);
  bot.watch?.takeExact(withTakenOut(machine.equity(ended)));
  record.finishAs = reason;
  record.finishMs = timeMs;
  if (record.status !== 'stopping') {
    const ending = isOwnersEnd(reason) ? 'stopping' : 'finishing';
    Object.assign(record, advance(record, { status: ending, step: record.step }));
  }
  Object.assign(record, advance(record, { status: 'finished', step: record.step }));
  if (debtsOf(parts.ledger, record.id).size > 0) throw new Error(`bot ${record.id} ended and still owes`);
  const equity = record.final.equity;
  const shared = sendLastShare(parts, record, spec, { equity, prices: ended, asset: profitAssetOf(spec), timeMs });
  if (shared !== null) writeOperation(parts.batch, record.id, shared);
  const { own } = returnsOf(parts.ledger, record);
  const note = giveBack(parts.ledger, record, fundReference(record.id), timeMs);
  if (note !== null) writeOperation(parts.batch, record.id, note);
  tellEnd(parts, bot, last, own);
  bot.machine = null;
  machine.release?.();
  notes.ended = null;
}

/** The last word of a bot whose owner had agreed to its end: with what came of that. `returns`: what he has back. */
function tellEnd(
  { batch }: SettleParts,
  { record, spec }: LiveBot,
  last: OperationNote | undefined,
  returns: readonly Fund[],
): void {
  const { final, share, finishMs, finishAs: reason } = record;
  if (record.agreed === undefined || final === null) return;
  const outcome = endOutcome(record, spec, {
    returns,
    share: (share?.atEndFine ?? 0n) / EQUITY_SCALE,
    profit: profitOf(record, endEquity(final, record)),
    asset: profitAssetOf(spec),
    fees: final.books?.statement.fees ?? final.fees * EQUITY_SCALE,
  });
  record.agreed = undefined;
  const said = last ?? { type: 'stop', timeMs: finishMs ?? 0, from: null, to: { reason }, explain: reason };
  writeOperation(batch, record.id, { ...said, outcome });
}

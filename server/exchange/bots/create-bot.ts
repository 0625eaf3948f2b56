import { type BotMachine, EQUITY_SCALE, type MarketView } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { type MarketSpec, quoteValueDown } from '#lib/money/market-spec.ts';
import type { Ledger, LedgerRefusal } from '../ledger/ledger.ts';
import { postReserved, reserve } from '../ledger/movements.ts';
import { floorDivide } from './bot-equity.ts';
import { engineParamsOf } from './bot-kinds.ts';
import type { BotRecord, StoredPayload } from './bot-record.ts';
import { advance } from './bot-states.ts';
import { createMachine, emptyNotes, type LiveBot } from './live-bot.ts';
import { fundReference } from './settle-bot.ts';

/** What a bot is made of, checked already. */
export interface BotOrder {
  readonly kind: RunnableKind;
  readonly ownerId: number;
  readonly spec: MarketSpec;
  readonly payload: StoredPayload;
  readonly feeRate: bigint;
  readonly isOpenParams: boolean;
  readonly isAi: boolean;
}

/** A record at its first step, before any money has moved. */
export function newRecord(id: number, order: BotOrder, timeMs: number): BotRecord {
  const { kind, ownerId, spec, payload, feeRate } = order;
  const params = engineParamsOf(payload, spec, feeRate);
  return {
    id,
    kind,
    ownerId,
    market: spec.market,
    createMs: timeMs,
    payload,
    moneyAsset: params.investIn === 'base' ? spec.base : spec.quote,
    money: params.investment,
    feeRate,
    isAi: order.isAi,
    followId: 0,
    name: payload.strategy_name || defaultName(spec, id),
    abstract: payload.abstract ?? '',
    isHide: payload.is_hide === 1,
    isHideOrder: payload.is_hide_order === 1,
    isOpenParams: order.isOpenParams,
    status: 'open',
    step: 'create',
    finishMs: null,
    finishAs: '',
    stopOptions: [],
    startEquity: 0n,
    matchTimes: 0,
    tradeNum: 0,
    winNum: 0,
    lossNum: 0,
    gridProfit: 0n,
    matchedQuantity: 0n,
    matchedCost: 0n,
    heldBase: 0n,
    heldCost: 0n,
    unitQuantity: 0n,
    lowTicks: params.lowTicks,
    highTicks: params.highTicks,
    final: null,
  };
}

/** A bot that its owner did not name is called after its market and its number. */
function defaultName(spec: MarketSpec, id: number): string {
  return `${spec.base}/${spec.quote} ${id}`;
}

/**
 * Puts the investment aside and hands it to the bot: create → transfer-success. The machine starts with the market's
 * next tick, so the opening trade has the price and the turn of every other trade. Refuses (and has moved nothing)
 * when the owner cannot pay. Runs inside a sequencer command; the caller saves the bot.
 */
export function fundBot(ledger: Ledger, record: BotRecord, spec: MarketSpec, ticks: number): LiveBot | LedgerRefusal {
  const { id, ownerId, moneyAsset, money, createMs } = record;
  const reserved = ledger.post([reserve(ownerId, moneyAsset, money)], 'bot-reserve', `user:${ownerId}`, createMs);
  if (reserved !== null) return reserved;
  const posted = ledger.post([postReserved(ownerId, id, moneyAsset, money)], 'bot-fund', fundReference(id), createMs);
  if (posted !== null) throw new Error(`what was reserved for bot ${id} is gone`);
  Object.assign(record, advance(record, { status: record.status, step: 'transfer-success' }));
  record.startEquity = moneyAsset === spec.base ? quoteValueDown(spec, money, ticks) : money;
  return { record, spec, machine: null, notes: emptyNotes(), curve: [] };
}

/** Starts a funded bot at a price. What the machine does waits in the bot's notes for the settlement. */
export function startBot(bot: LiveBot, view: MarketView, ticks: number, timeMs: number): BotMachine {
  const { record, spec, notes } = bot;
  const params = engineParamsOf(record.payload, spec, record.feeRate);
  const machine = createMachine(record.kind, params, view, notes);
  machine.start([ticks], timeMs);
  record.startEquity = floorDivide(machine.equity([ticks]).start, EQUITY_SCALE);
  if (record.moneyAsset === spec.base) {
    record.heldBase = record.money;
    record.heldCost = record.startEquity;
  }
  bot.machine = machine;
  return machine;
}

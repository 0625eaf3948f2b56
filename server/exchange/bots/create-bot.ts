import type { AiGrade } from '#lib/contract/ai-judged.ts';
import type { BotPages } from '#lib/engine/body/layout.ts';
import { feedsOf, marketsOf } from '#lib/engine/bot-feeds.ts';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import { type BotMachine, EQUITY_SCALE, type MarketView } from '#lib/engine/machine.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { instrumentOf, type MarketSpec, quoteValueDown } from '#lib/money/market-spec.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { userAccount, userTrial } from '../ledger/account-names.ts';
import type { Ledger, LedgerRefusal, Posting } from '../ledger/ledger.ts';
import { postReserved, reserve } from '../ledger/movements.ts';
import { floorDivide, type Prices } from './bot-equity.ts';
import { coinsOf, engineParamsOf, tradingAccountOf } from './bot-kinds.ts';
import type { BotRecord, StoredPayload } from './bot-record.ts';
import { advance } from './bot-states.ts';
import { KeptDays } from './kept-days.ts';
import { createMachine, type LiveBot, TurnNotes } from './live-bot.ts';
import { fundReference } from './settle-bot.ts';
import { NEW_SHARE } from './share-record.ts';
import { trialNote } from './trial-funds.ts';

/** What a bot is made of, checked already. */
export interface BotOrder {
  readonly kind: RunnableKind;
  readonly ownerId: number;
  readonly spec: MarketSpec;
  readonly payload: StoredPayload;
  readonly feeRate: bigint;
  readonly isOpenParams: boolean;
  /** The part of the investment that is paid with trial funds. */
  readonly trial: bigint;
  /** Whether its parameters are known to be those of an AI search, and how that judged them; absent: they are not, or nobody knows. */
  readonly isAi?: boolean;
  readonly aiGrade?: AiGrade | undefined;
  /** The bot that it copies; absent: none. */
  readonly followId?: number;
}

/** A record at its first step, before any money has moved. `prices`: those of its feeds. */
export function newRecord(id: number, order: BotOrder, prices: Prices, timeMs: number): BotRecord {
  const { kind, ownerId, spec, payload, feeRate } = order;
  const params = engineParamsOf(kind, payload, spec, feeRate);
  const coins = coinsOf(kind, params);
  return {
    id,
    kind,
    ownerId,
    market: spec.market,
    instrument: instrumentOf(spec),
    account: tradingAccountOf(kind, spec),
    createMs: timeMs,
    createPrices: [...prices],
    payload,
    moneyAsset: definitionOf(kind).investmentAsset(payload, spec),
    money: coins.length > 0 ? worthOf(coins, spec, prices) : params.investment,
    coins: [...coins],
    trial: order.trial,
    feeRate,
    isAi: order.isAi ?? false,
    followId: order.followId ?? 0,
    name: nameOf(payload.strategy_name, spec, id),
    abstract: payload.abstract ?? '',
    isHide: payload.is_hide === 1,
    listedMs: payload.is_hide === 1 ? null : timeMs,
    shownMs: payload.is_hide === 1 ? null : timeMs,
    isHideOrder: payload.is_hide_order === 1,
    isOpenParams: order.isOpenParams,
    status: 'open',
    step: 'create',
    finishMs: null,
    finishAs: '',
    stopOptions: [],
    startEquity: 0n,
    withdrawn: 0n,
    deposited: 0n,
    matchTimes: 0,
    tradeNum: 0,
    lastTradeMs: null,
    winNum: 0,
    lossNum: 0,
    completedProfit: 0n,
    gridProfit: 0n,
    matchedQuantity: 0n,
    matchedCost: 0n,
    heldBase: 0n,
    heldCost: 0n,
    unitQuantity: 0n,
    range: 'lowTicks' in params ? { lowTicks: params.lowTicks, highTicks: params.highTicks } : null,
    rounds: 0,
    taped: 0,
    final: null,
    ...(order.aiGrade === undefined ? {} : { aiGrade: order.aiGrade }),
    ...(order.followId === undefined || order.followId === 0 ? {} : { share: NEW_SHARE }),
  };
}

/** What coins are worth at the last prices of a bot's spot markets, quote units, each rounded down. */
export function worthOf(coins: readonly Fund[], spec: MarketSpec, prices: Prices): bigint {
  let worth = 0n;
  for (const { asset, amount } of coins) {
    const market = marketsOf(spec).find(({ base, contract }) => base === asset && contract === undefined);
    if (market === undefined) throw new Error(`no market of the bot trades ${asset}`);
    const feed = feedsOf(spec).findIndex((one) => one.market === instrumentOf(market));
    worth += quoteValueDown(market, amount, prices[feed] as number);
  }
  return worth;
}

/** What a bot is called: as its owner named it, without spaces around; if he did not, after its market and its number. */
export function nameOf(said: string | undefined, spec: MarketSpec, id: number): string {
  return said?.trim() || `${spec.base}/${spec.quote} ${id}`;
}

/**
 * Puts the investment aside and hands it to the bot: create → transfer-success. The machine starts with the market's
 * next tick, so the opening trade has the price and the turn of every other trade. Refuses (and has moved nothing)
 * when the owner cannot pay. Runs inside a sequencer command; the caller saves the bot.
 */
export function fundBot(ledger: Ledger, record: BotRecord, spec: MarketSpec): LiveBot | LedgerRefusal {
  const { id, ownerId, moneyAsset, money, trial, coins, createMs } = record;
  const reserved = ledger.post(reservations(record), 'bot-reserve', `user:${ownerId}`, createMs);
  if (reserved !== null) return reserved;
  const handed = ownFunds(record).map(({ asset, amount }) => postReserved(ownerId, id, asset, amount));
  const posted = handed.length === 0 ? null : ledger.post(handed, 'bot-fund', fundReference(id), createMs);
  const lent =
    trial === 0n
      ? null
      : ledger.post([postReserved(ownerId, id, moneyAsset, trial)], 'experience-in', fundReference(id), createMs);
  if (posted !== null || lent !== null) throw new Error(`what was reserved for bot ${id} is gone`);
  Object.assign(record, advance(record, { status: record.status, step: 'transfer-success' }));
  const isBase = coins.length === 0 && spec.contract === undefined && moneyAsset === spec.base;
  record.startEquity = isBase ? quoteValueDown(spec, money, record.createPrices[0] as number) : money;
  const notes = new TurnNotes();
  if (trial > 0n) notes.noteOperation(trialNote('experience_in', record, trial, createMs));
  const params = engineParamsOf(record.kind, record.payload, spec, record.feeRate);
  return { record, spec, params, machine: null, watch: null, notes, curve: [] };
}

/** What the owner's own account pays: the money that is not lent, or the coins that he brings. */
function ownFunds({ moneyAsset, money, trial, coins }: BotRecord): readonly Fund[] {
  if (coins.length > 0) return coins;
  return money > trial ? [{ asset: moneyAsset, amount: money - trial }] : [];
}

function reservations(record: BotRecord): Posting[] {
  const { ownerId, account, moneyAsset, trial } = record;
  const from = userAccount(ownerId, account);
  const postings = ownFunds(record).map(({ asset, amount }) => reserve(ownerId, asset, amount, from));
  if (trial > 0n) postings.push(reserve(ownerId, moneyAsset, trial, userTrial(ownerId)));
  return postings;
}

/** What a bot's machine may ask, and where its words lie. */
export interface BotHome {
  readonly view: MarketView;
  readonly memory: BotPages;
}

/** Starts a funded bot at the prices of its feeds. What the machine does waits in the bot's notes for the settlement. */
export function startBot(bot: LiveBot, { view, memory }: BotHome, prices: Prices, timeMs: number): BotMachine {
  const { record, spec, params, notes } = bot;
  if (params === null) throw new Error(`bot ${record.id} has ended`);
  notes.memory = memory;
  const machine = createMachine(record.kind, params, view, notes);
  machine.start(prices, timeMs);
  record.startEquity = floorDivide(machine.equity(prices).start, EQUITY_SCALE);
  if (record.coins.length === 0 && spec.contract === undefined && record.moneyAsset === spec.base) {
    record.heldBase = record.money;
    record.heldCost = record.startEquity;
  }
  bot.machine = machine;
  bot.curve = new KeptDays(memory, bot.curve);
  bot.watch = new EquityWatch(machine, spec, memory);
  bot.watch.takeExact(machine.equity(prices).start);
  bot.watch.untilMs = timeMs;
  return machine;
}

import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import type { WithMoney } from '#lib/strategies/exchange-kind.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { checkContext, knownPrices, planOf, valuesOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { Changed, WantedChange } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { payToBot } from '../bots/owner-funds.ts';
import { userAccount } from '../ledger/account-names.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { firstError } from './bot-creation.ts';
import type { HandlerParts } from './bot-parts.ts';
import { changeRefusal, presentRange, reachedStops, wantedStops } from './stop-changes.ts';

/** What an owner asks a running bot to be, and what it is to work with. */

export type AskedChange = Omit<ParsedBodyOf<'changeGridParams'>, 'fundpass' | 'actions' | 'plan'>;

/** Most grids of a grid that is edited (X1). */
const MAX_GRIDS = 1_000;
const RANGE = ['low_price', 'high_price', 'grid_num'] as const;

export function isRangeAsked(asked: AskedChange): boolean {
  return RANGE.some((name) => asked[name] !== undefined);
}

/** Whether more than its stops is to be changed. */
export function isRelaid(asked: AskedChange): boolean {
  const { money = '' } = asked;
  return isRangeAsked(asked) || (money !== '' && parseAmount(money) !== 0n);
}

/** What the owner wants, or what is wrong with it. Nothing is changed yet. */
export function wantedOf(parts: HandlerParts, bot: LiveBot, asked: AskedChange, nowMs: number): WantedChange | Refusal {
  if (!isRelaid(asked)) {
    return wantedStops(parts, bot, { stopLoss: asked.stop_loss, takeProfit: asked.stop_profit }, nowMs);
  }
  const { record, spec, machine } = bot;
  const { payload, kind } = record;
  // One that has not started, or is over, has nothing to change, whatever it would need.
  if (machine === null) return refuse(CODE.conflict, 'bot-not-changeable');
  const deposit = depositOf(parts, bot, asked.money);
  if (typeof deposit !== 'bigint') return deposit;
  const laid = laidBy(bot, asked);
  if ('code' in laid) return laid;
  const funded = deposit === 0n ? payload : withDeposit(bot, deposit);
  // What comes into a contract without a grid is margin, by a call of its own.
  if (funded === null && machine.increaseMargin !== undefined) return refuse(CODE.conflict, 'bot-not-changeable');
  if (funded === null) return refuse(CODE.conflict, 'deposit-none');
  const context = {
    ...checkContext(parts.feed, spec, kind, { available: null, minAmount: null }, nowMs),
    maxGrid: MAX_GRIDS,
  };
  const next = { ...funded, ...laid } as StoredPayload;
  const refused = firstError(definitionOf(kind).check(valuesOf(kind, next, spec), context));
  const reached = reachedStops(parts, bot, { stopLoss: asked.stop_loss, takeProfit: asked.stop_profit }, nowMs);
  return refused ?? reached ?? { payload: next, deposit };
}

/** Money that is to come in, units, or why it cannot. */
function depositOf({ ledger }: HandlerParts, { record, spec }: LiveBot, money = ''): bigint | Refusal {
  const { ownerId, account, moneyAsset } = record;
  const deposit = money === '' ? 0n : parseAmount(money);
  if (deposit === null || deposit < 0n) return refuseField('money', 'field-invalid');
  const asset = profitAssetOf(spec);
  if (deposit > 0n && moneyAsset !== asset) return refuseField('money', 'deposit-asset', { asset });
  if (deposit <= ledger.balance(userAccount(ownerId, account), moneyAsset)) return deposit;
  return refuseField('money', 'money.balance.create');
}

/** The payload with the money that comes in; null: its kind takes none. */
function withDeposit({ record: { kind, payload } }: LiveBot, deposit: bigint): StoredPayload | null {
  const withMoney = kindOf(kind).withMoney as WithMoney<StoredPayload> | undefined;
  return withMoney?.(payload, (before) => formatAmount((parseAmount(before) ?? 0n) + deposit)) ?? null;
}

/** Fields of a grid's payload that say where it lies; none of a bot without a range. What a kind does not have is refused. */
function laidBy(bot: LiveBot, asked: AskedChange): object | Refusal {
  const { payload } = bot.record;
  const unused = RANGE.find((name) => asked[name] !== undefined && !(name in payload));
  if (unused !== undefined) return refuseField(unused, 'field.unused', { field: unused });
  if (!('low_price' in payload)) return {};
  const present = presentRange(bot) ?? payload;
  const { low_price = present.low_price, high_price = present.high_price } = asked;
  const { stop_loss = payload.stop_loss, stop_profit = payload.stop_profit } = asked;
  const lines = 'grid_num' in payload ? { grid_num: asked.grid_num ?? payload.grid_num } : {};
  // It has opened: what it opened by is behind it.
  const trigger = { trigger_price: '', ...('trigger_price_type' in payload ? { trigger_price_type: '0' } : {}) };
  return { ...lines, low_price, high_price, stop_loss, stop_profit, ...trigger };
}

/** What a bot of these parameters needs, units of the asset that its profit is counted in. */
export function minimumOf(
  { feed }: HandlerParts,
  bot: LiveBot,
  { payload }: WantedChange,
  nowMs: number,
): bigint | null {
  const { record, spec } = bot;
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return null;
  const { minimum } = planOf(feed, record.kind, payload, spec, prices, nowMs);
  return record.moneyAsset === profitAssetOf(spec) ? minimum : quoteValueDown(spec, minimum, prices[0] as number);
}

/** What the bot works with: what is its own, coins at the last price, without what it owes. What an account of a contract has beyond the investment is margin. */
export function worthOf({ feed }: HandlerParts, { spec, params, machine }: LiveBot, nowMs: number): bigint {
  const prices = knownPrices(feed, spec, nowMs);
  if (machine === null || params === null || prices === null) return 0n;
  const worth = machine.equity(prices).equity / EQUITY_SCALE;
  return machine.increaseMargin !== undefined && worth > params.investment ? params.investment : worth;
}

/** Why a bot cannot be made so: what it needs is not there. */
export function lackingFor(parts: HandlerParts, bot: LiveBot, wanted: WantedChange, nowMs: number): Refusal | null {
  const minimum = minimumOf(parts, bot, wanted, nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  return minimum > worthOf(parts, bot, nowMs) + wanted.deposit ? refuseField('money', 'money.min.create') : null;
}

/** Has the plan carried out: the money is moved, and the bot is what the plan has made of it. */
export function execute(parts: HandlerParts, tx: Tx, bot: LiveBot, wanted: WantedChange, planned: Changed) {
  const { record } = bot;
  if (wanted.deposit > 0n) {
    const funds = { asset: record.moneyAsset, amount: wanted.deposit, reason: 'bot-add', timeMs: tx.nowMs } as const;
    if (!payToBot(parts.ledger, record, funds)) return refuseField('money', 'money.balance.create');
  }
  parts.turns.change(tx, bot, wanted, planned);
  return ok({ strategy_id: record.id });
}

/** Puts money into a bot that works with it, as `investPlan` says that it would; no plan has to be named. */
export function putIn(parts: HandlerParts, tx: Tx, bot: LiveBot, money: string) {
  const wanted = wantedOf(parts, bot, { money }, tx.nowMs);
  if ('code' in wanted) return wanted;
  const lacking = lackingFor(parts, bot, wanted, tx.nowMs);
  if (lacking !== null) return lacking;
  const planned = parts.turns.planChange(bot, wanted);
  return typeof planned === 'string' ? changeRefusal(planned) : execute(parts, tx, bot, wanted, planned);
}

import { CODE } from '#lib/contract/vocabulary.ts';
import type { AssetPair } from '#lib/formulas/margin-loan.ts';
import { definitionOf, type PayloadByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { CheckContext } from '#lib/strategies/definition.ts';
import { moneySaidIn, withMoneySaid } from '#lib/strategies/exchange-kind.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { attestedGrade } from '../ai/ai-attested.ts';
import {
  botFeeRate,
  checkContext,
  coinsOf,
  engineParamsOf,
  knownPrices,
  planOf,
  tradingAccountOf,
} from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { type BotOrder, fundBot, newRecord, worthOf } from '../bots/create-bot.ts';
import { ownPayload } from '../bots/own-payload.ts';
import { trialRefusal } from '../bots/trial-funds.ts';
import { userAccount, userTrial } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { firstError } from '../replies/first-error.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { HandlerParts } from './bot-parts.ts';
import { loanRefusal } from './loan-limit.ts';

/** Bots of one account that may live at once: more than anybody watches, fewer than a loop makes. */
const MAX_LIVING_BOTS = 1_000;

/** A bot that passed every check and waits for its money. */
export interface CheckedOrder extends Omit<BotOrder, 'trial'> {
  /** Trial funds are to be used first. */
  readonly wantsTrial: boolean;
  /** What it will borrow; undefined for kinds that do not. */
  readonly loan: AssetPair | undefined;
}

/** Of a copy: what it copies, and whether those who copied that one may see its parameters. */
export interface Copied extends Pick<BotOrder, 'aiGrade'> {
  readonly followId: number;
  readonly isOpenParams: boolean;
  /** Its parameters are the original's, and so is who found them. */
  readonly isAi: boolean;
}

type Parts = Pick<HandlerParts, 'feed' | 'ledger' | 'book' | 'turns' | 'settings'>;

/**
 * Every rule of the form again, because the browser is not trusted: the market, the definition's own check with what
 * only the exchange knows (price, fee, balance), and with the minimum once everything else is right.
 */
export function checkOrder<K extends RunnableKind>(
  { feed, ledger, book }: Parts,
  kind: K,
  asked: PayloadByKind[K],
  userId: number,
  nowMs: number,
  copied?: Copied,
): CheckedOrder | Refusal {
  // A bot is listed when its owner said so (H57): who says nothing, which no form of ours does, is not.
  const payload = { ...asked, is_hide: asked.is_hide ?? 1 };
  const stranger = foreignOwner(payload, userId);
  if (stranger !== null) return refuseField(stranger, 'owner-unknown');
  const spec = specOfPayload(feed, kind, payload);
  if (isPlaceRefusal(spec)) return refuseField(spec.field, spec.issue, spec.values);
  const refused = kindOf(kind).refusal?.(payload, spec) ?? null;
  if (refused !== null) return refuseField(refused.field, refused.issue, refused.values);
  const asset = definitionOf(kind).investmentAsset(payload, spec);
  const wantsTrial = payload.use_experience === 1;
  if (wantsTrial) {
    const { keepsCoins } = kindOf(kind).terms(payload);
    const untaken = trialRefusal({ market: spec.market, kind, asset, keepsCoins });
    if (untaken !== null) return refuseField(untaken.field, untaken.issue);
  }
  const account = userAccount(userId, tradingAccountOf(kind, spec));
  const held = Object.fromEntries(ledger.assets(account));
  const available = (held[asset] ?? 0n) + (wantsTrial ? ledger.balance(userTrial(userId), asset) : 0n);
  const context = (minAmount: bigint | null): CheckContext =>
    checkContext(feed, spec, kind, nowMs, { available, minAmount, held });
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return refuse(CODE.conflict, 'price-unknown');
  const refusal = firstError(checkPayload(kind, payload, context(null)));
  if (refusal !== null) return refusal;
  const { minimum, loan } = planOf(feed, kind, payload, spec, prices, nowMs);
  const tooLittle = firstError(checkPayload(kind, payload, context(minimum)));
  if (tooLittle !== null) return tooLittle;
  const own = ownPayload(kind, payload, spec);
  if ('code' in own) return own;
  const coins = coinsOf(kind, engineParamsOf(kind, payload, spec, botFeeRate(spec, kind)));
  const brought = coins.length === 0 ? own : withWorth(own, worthOf(coins, spec, prices), minimum);
  if ('code' in brought) return brought;
  const tooMuch = loanRefusal({ feed, ledger, book }, userId, { spec, loan, field: 'leverage' }, nowMs);
  if (tooMuch !== null) return tooMuch;
  return {
    kind,
    ownerId: userId,
    spec,
    payload: brought,
    feeRate: botFeeRate(spec, kind),
    // A creator who hides the strategy hides its parameters with it, from its copiers too (C-348).
    isOpenParams: copied === undefined ? payload.is_hide !== 1 : copied.isOpenParams,
    followId: copied?.followId ?? 0,
    isAi: copied?.isAi ?? false,
    aiGrade: copied?.aiGrade,
    wantsTrial,
    loan,
  };
}

/** An order with what the exchange knows of where its parameters are from: what a call says of that is looked at, and not believed. */
export async function withGrade(parts: Pick<HandlerParts, 'store' | 'feed'>, order: CheckedOrder, nowMs: number) {
  const aiGrade = await attestedGrade(parts, order, nowMs);
  return aiGrade === null ? order : { ...order, isAi: true, aiGrade };
}

/** Whose bot it is says the session; a payload that names somebody else is not meant for this account (C-152, C-158). */
function foreignOwner(payload: StoredPayload, userId: number): 'uid' | 'user_id' | null {
  const { uid = '', user_id = '' }: { readonly uid?: string; readonly user_id?: string } = payload;
  if (uid !== '' && uid !== `${userId}`) return 'uid';
  return user_id !== '' && user_id !== `${userId}` ? 'user_id' : null;
}

/** How far what brought coins are worth may be from what the form said, percent: prices move while one reads. */
const WORTH_TOLERANCE = 5n;

/**
 * What the coins were worth when the form was filled in is the browser's word: it is believed near the present worth, and the
 * present worth is what is kept.
 */
function withWorth(payload: StoredPayload, worth: bigint, minimum: bigint): StoredPayload | Refusal {
  if (worth < minimum) return refuseField(moneyField(payload), 'money.min.create');
  const said = moneySaidIn(payload);
  const apart = said > worth ? said - worth : worth - said;
  if (apart * 100n > worth * WORTH_TOLERANCE) {
    return refuseField(moneyField(payload), 'money.worth', { worth: formatAmount(worth) });
  }
  return withMoneySaid(payload, formatAmount(worth));
}

/** The word of a kind for its money, for refusals that come after the check. */
function moneyField(payload: StoredPayload): string {
  return 'params' in payload ? 'begin_money_amount' : 'money';
}

/** Moves the money and takes in the bot, inside a command. A refusal has moved nothing. */
export function placeBot(parts: Parts, tx: Tx, order: CheckedOrder) {
  const { book, ledger, feed, turns } = parts;
  const { ownerId, payload, spec, wantsTrial } = order;
  const finished = book.endedSince(ownerId, tx.nowMs - HOUR_MS);
  const most = parts.settings.finishedAnHour;
  // Each bot stays readable for ever: who makes and ends them in a loop would fill the disk (F4).
  if (finished >= most) return refuse(CODE.tooManyRequests, 'too-many-finished', { max: `${most}` });
  const living = book.runningOf(ownerId).length;
  if (living >= MAX_LIVING_BOTS) return refuse(CODE.conflict, 'too-many-bots', { max: `${MAX_LIVING_BOTS}` });
  // Again: of two calls at once the other one may have been promised what was left.
  const tooMuch = loanRefusal({ feed, ledger, book }, ownerId, { spec, loan: order.loan, field: 'leverage' }, tx.nowMs);
  if (tooMuch !== null) return tooMuch;
  const prices = knownPrices(feed, spec, tx.nowMs);
  if (prices === null) return refuse(CODE.conflict, 'price-unknown');
  const unfunded = newRecord(book.nextId(), { ...order, trial: 0n }, prices, tx.nowMs);
  const trial = wantsTrial ? trialPart(ledger, ownerId, unfunded.moneyAsset, unfunded.money) : 0n;
  const bot = fundBot(ledger, { ...unfunded, trial }, spec);
  // Somebody else of the same account was faster: the balance that the check saw is gone.
  if ('refused' in bot) return refuseField(moneyField(payload), 'money.balance.create');
  turns.accept(tx, bot);
  return ok({ strategy_id: bot.record.id });
}

/** What the trial account pays of an investment: all that it can. */
function trialPart(ledger: Ledger, userId: number, asset: string, money: bigint): bigint {
  const lent = ledger.balance(userTrial(userId), asset);
  return lent < money ? lent : money;
}

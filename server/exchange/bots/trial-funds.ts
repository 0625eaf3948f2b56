import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { TRIAL_ASSET } from '../accounts/starting-funds.ts';
import { botAccount, userAccount, userTrial } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { returnAll } from '../ledger/movements.ts';
import type { BotRecord } from './bot-record.ts';
import type { OperationNote } from './live-bot.ts';

const MARKETS: readonly string[] = ['BTC_USDT', 'ETH_USDT'];

const isPaidFor = (kind: RunnableKind): boolean => kindOf(kind).takesTrialFunds === true;

/** Markets and kinds that trial funds may be used on (C-022). */
export const TRIAL_MARKETS = MARKETS.flatMap((market) =>
  RUNNABLE_KINDS.filter(isPaidFor).map((kind) => ({ market, strategy_type: kind })),
);

/** Why trial funds cannot go into a bot, for who creates it and for who is offered them: it is not listed, or keeps coins, which they would buy. Null: they can. */
export function trialRefusal({
  market,
  kind,
  asset,
  keepsCoins,
}: {
  readonly market: string;
  readonly kind: RunnableKind;
  readonly asset: string;
  readonly keepsCoins: boolean;
}): { readonly field: string; readonly issue: string } | null {
  const isListed = MARKETS.includes(market) && isPaidFor(kind) && asset === TRIAL_ASSET;
  if (!isListed) return { field: 'use_experience', issue: 'trial-market' };
  return keepsCoins ? { field: 'store_coin_flag', issue: 'trial-keeps-coins' } : null;
}

/** The record of trial funds coming in or going back. */
export function trialNote(
  type: 'experience_in' | 'experience_out',
  { moneyAsset }: Pick<BotRecord, 'moneyAsset'>,
  amount: bigint,
  timeMs: number,
): OperationNote {
  return { type, timeMs, from: null, to: { amount: formatAmount(amount), asset: moneyAsset }, explain: '' };
}

/** The trial account's part of what is left of a bot's money at its end. */
export function trialPartOf(
  { money, trial, deposited }: Pick<BotRecord, 'money' | 'trial' | 'deposited'>,
  balance: bigint,
): bigint {
  const left = balance - (money + deposited - trial);
  if (left <= 0n) return 0n;
  return left < trial ? left : trial;
}

/**
 * What goes back when a bot ends. Losses eat the trial money first and profit is the trader's: of the bot's `money` the
 * trader gets back all that he put in before the trial account sees anything, and everything beyond what it lent.
 */
export function returnsOf(ledger: Ledger, record: BotRecord): { readonly own: Posting[]; readonly trial: bigint } {
  const { id, ownerId, account, moneyAsset } = record;
  const home = userAccount(ownerId, account);
  const all = returnAll(ledger, id, ownerId, home);
  if (record.trial === 0n) return { own: all, trial: 0n };
  const trial = trialPartOf(record, ledger.balance(botAccount(id), moneyAsset));
  const own = all.flatMap((posting) => {
    const amount = posting.asset === moneyAsset ? posting.amount - trial : posting.amount;
    return amount > 0n ? [{ ...posting, amount }] : [];
  });
  return { own, trial };
}

/** Gives a bot's money back to its owner, and the trial part to the trial account. */
export function giveBack(ledger: Ledger, record: BotRecord, reference: string, timeMs: number): OperationNote | null {
  const { own, trial } = returnsOf(ledger, record);
  const { id, ownerId, moneyAsset: asset } = record;
  const back: Posting[] = trial > 0n ? [{ from: botAccount(id), to: userTrial(ownerId), asset, amount: trial }] : [];
  const refusal =
    (own.length > 0 ? ledger.post(own, 'bot-return', reference, timeMs) : null) ??
    (back.length > 0 ? ledger.post(back, 'experience-out', reference, timeMs) : null);
  if (refusal !== null) throw new Error(`bot ${id} cannot return its ${refusal.asset}`);
  return record.trial > 0n ? trialNote('experience_out', record, trial, timeMs) : null;
}

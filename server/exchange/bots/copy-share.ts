import { feedsOf, marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { EQUITY_SCALE, type EquityStatement } from '#lib/engine/machine.ts';
import { profitShare } from '#lib/formulas/profit-share.ts';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { botAccount, TRANSFERS } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StoreBatch } from '../store/store.ts';
import type { OperationNote } from './live-bot.ts';
import { type CopyShare, NEW_SHARE } from './share-record.ts';

/** Store collection of what copies have sent their originals' owners and these have not received yet, by copy and number. */
export const SENT_SHARES = 'sent_shares';

/** A transfer on its way to the owner of the original. */
export interface SentShare {
  readonly copyId: number;
  readonly number: number;
  readonly sourceId: number;
  /** Units as text. */
  readonly parts: readonly { readonly asset: string; readonly amount: string }[];
}

/** What of a record the share follows from. */
interface Copy {
  readonly id: number;
  readonly followId: number;
  readonly payload: { readonly follow_fee_rate?: string | undefined };
  readonly gridProfit: bigint;
  readonly startEquity: bigint;
  readonly withdrawn: bigint;
  readonly deposited: bigint;
  share?: CopyShare;
}

/** The part of its profit that a copy pays, 1e-8; that of the original when it was copied. */
export function shareRateE8({ followId, payload }: Pick<Copy, 'followId' | 'payload'>): bigint {
  return followId === 0 ? 0n : (parseAmount(payload.follow_fee_rate ?? '') ?? 0n);
}

/** The whole result before any share, of a bot that is worth so much now (or was at its end), units. */
export function grossProfit({ startEquity, withdrawn, deposited }: Omit<Copy, 'share'>, equity: bigint): bigint {
  return equity + withdrawn - deposited - startEquity;
}

/** What has been taken of a bot so far, units. */
export function shareTaken({ share }: Pick<Copy, 'share'>): bigint {
  return share === undefined ? 0n : share.withdrawn + share.atEndFine / EQUITY_SCALE;
}

/** What would be taken if the bot ended now, worth so much; units. */
export function shareAtEnd(record: Copy, equity: bigint): bigint {
  if (record.share === undefined) return 0n;
  return profitShare(grossProfit(record, equity), record.share.mark, shareRateE8(record)).share;
}

/** What is owed with a withdrawal: of completed trades' profit, and no more than the whole result. */
export function shareAtWithdrawal(record: Copy, equity: bigint) {
  const { share = NEW_SHARE } = record;
  const whole = grossProfit(record, equity);
  const realised = record.gridProfit < whole ? record.gridProfit : whole;
  return profitShare(realised, share.mark, shareRateE8(record));
}

/** A machine's statement with what went to the provider out of it told apart from what its owner took. */
export function withShare(statement: EquityStatement, { share }: Pick<Copy, 'share'>): EquityStatement {
  if (share === undefined) return statement;
  const { withdrawn, atEndFine } = share;
  const taken = withdrawn * EQUITY_SCALE;
  return {
    ...statement,
    withdrawals: statement.withdrawals - taken,
    profitShare: statement.profitShare + taken + atEndFine,
    equity: statement.equity - atEndFine,
  };
}

interface ShareParts {
  readonly ledger: Ledger;
  readonly batch: Pick<StoreBatch, 'put'>;
}

interface Payment {
  readonly asset: string;
  readonly amount: bigint;
}

/** Takes the share of a withdrawal out of a bot's account, which its machine has let go of. Returns the row of its record. */
export function sendShare(
  parts: ShareParts,
  record: Copy,
  { share, mark }: { readonly share: bigint; readonly mark: bigint },
  asset: string,
  timeMs: number,
): OperationNote | null {
  const before = record.share ?? NEW_SHARE;
  record.share = { ...before, mark };
  if (share === 0n) return null;
  record.share = { ...record.share, withdrawn: before.withdrawn + share, sent: before.sent + 1 };
  return send(parts, record, [{ asset, amount: share }], { reason: 'profit-share', asset, amount: share, timeMs });
}

/**
 * Takes the share of a copy that has ended out of what it has left, before that goes back: money first, then coins that it keeps at
 * the prices of the end. `equity`: what it came to, units.
 */
export function sendLastShare(
  parts: ShareParts,
  record: Copy,
  spec: MarketSpec,
  end: { readonly equity: bigint; readonly prices: readonly number[]; readonly asset: string; readonly timeMs: number },
): OperationNote | null {
  if (record.share === undefined) return null;
  const before = record.share;
  const balance = (asset: string) => parts.ledger.balance(botAccount(record.id), asset);
  const { payments, paidFine, mark } = lastShareOf(record, spec, balance, end);
  record.share = { ...before, mark };
  if (payments.length === 0) return null;
  record.share = { ...record.share, atEndFine: paidFine, sent: before.sent + 1 };
  const amount = paidFine / EQUITY_SCALE;
  return send(parts, record, payments, { reason: 'profit-share-end', asset: end.asset, amount, timeMs: end.timeMs });
}

/** What the provider of a copy is owed at its end, and of which of what it has left – `balance`, units by asset – it is paid. */
export function lastShareOf(
  record: Copy,
  spec: MarketSpec,
  balance: (asset: string) => bigint,
  { equity, asset, prices }: { readonly equity: bigint; readonly asset: string; readonly prices: readonly number[] },
): { readonly payments: readonly Payment[]; readonly paidFine: bigint; readonly mark: bigint } {
  const before = record.share ?? NEW_SHARE;
  if (record.share === undefined) return { payments: [], paidFine: 0n, mark: before.mark };
  const { share, mark } = profitShare(grossProfit(record, equity), before.mark, shareRateE8(record));
  const payments: Payment[] = [];
  let leftFine = share * EQUITY_SCALE;
  const pay = (coin: string, priceUnits: bigint): void => {
    const wanted = leftFine / priceUnits;
    const held = balance(coin);
    const amount = wanted < held ? wanted : held;
    if (amount <= 0n) return;
    payments.push({ asset: coin, amount });
    leftFine -= amount * priceUnits;
  };
  pay(asset, UNITS_PER_COIN);
  for (const [feed, { price }] of feedsOf(spec).entries()) {
    const market = marketOfFeed(spec, feed);
    if (price !== 'last' || market.contract !== undefined) continue;
    pay(market.base, BigInt(prices[feed] as number) * market.tickUnits);
  }
  return { payments, paidFine: share * EQUITY_SCALE - leftFine, mark };
}

interface Reason {
  readonly reason: 'profit-share' | 'profit-share-end';
  readonly asset: string;
  readonly amount: bigint;
  readonly timeMs: number;
}

/** Money leaves the copy and is on its way: the row says to whom, in the same turn. */
function send(
  { ledger, batch }: ShareParts,
  { id: copyId, followId: sourceId, share }: Copy,
  payments: readonly Payment[],
  { reason, asset, amount, timeMs }: Reason,
): OperationNote {
  const postings = payments.map((payment) => ({ ...payment, from: botAccount(copyId), to: TRANSFERS }));
  const refusal = ledger.post(postings, reason, `bot:${copyId}:funds`, timeMs);
  if (refusal !== null) throw new Error(`copy ${copyId} cannot pay its share of ${refusal.asset}`);
  const number = share?.sent ?? 0;
  const parts = payments.map((payment) => ({ asset: payment.asset, amount: `${payment.amount}` }));
  const sent: SentShare = { copyId, number, sourceId, parts };
  batch.put(SENT_SHARES, `${copyId}:${number}`, JSON.stringify(sent));
  return { type: 'profit_share', timeMs, from: null, to: { amount: formatAmount(amount), asset }, explain: '' };
}

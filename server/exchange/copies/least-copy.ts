import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { moneySaidIn } from '#lib/strategies/exchange-kind.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketFeed } from '../market/feed.ts';
import { firstError } from '../replies/first-error.ts';
import { copiedPayload, type OwnChoice } from './copied-payload.ts';

/** What the least is told in: whole cents, and of coins every digit. */
const STEPS: Readonly<Record<string, bigint>> = { USDT: 1_000_000n };
/** What is wrong with the money itself its own minimum says, and what it reaches beyond is no reason that it were too little. */
const OF_THE_MONEY: readonly string[] = ['money', 'begin_money_amount'];

/** The first thing that is wrong with a copy beside its money. */
export function wrongBesideMoney(
  feed: MarketFeed,
  { record: { kind }, spec }: LiveBot,
  payload: StoredPayload,
  nowMs: number,
) {
  const wrong = checkPayload(kind, payload, checkContext(feed, spec, kind, nowMs));
  return firstError(wrong.filter(({ field, code }) => !OF_THE_MONEY.includes(field) && code !== 'leverage.tier'));
}

/**
 * The least money, units, with which all parts of a copy that go by the money – one purchase of many, a first order – are as large as they have to be. Looked
 * for by halves up to the original's own money. Null where the kind has no such parts, or something else is wrong whatever the money is.
 */
export function leastCopy(feed: MarketFeed, source: LiveBot, choice: OwnChoice, nowMs: number): bigint | null {
  const { kind, payload, moneyAsset } = source.record;
  if (kindOf(kind).asCopy === undefined) return null;
  const step = STEPS[moneyAsset] ?? 1n;
  const isEnough = (steps: bigint): boolean => {
    const copy = copiedPayload(source, { ...choice, money: formatAmount(steps * step) });
    return !('code' in copy) && wrongBesideMoney(feed, source, copy, nowMs) === null;
  };
  let [below, enough] = [0n, moneySaidIn(payload) / step];
  if (!isEnough(enough)) return null;
  while (enough - below > 1n) {
    const middle = (below + enough) / 2n;
    if (isEnough(middle)) enough = middle;
    else below = middle;
  }
  return enough * step;
}

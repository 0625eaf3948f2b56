import { formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { moneySaidIn } from '#lib/strategies/exchange-kind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { checkContext, knownPrices, planOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { shareRateE8 } from '../bots/copy-share.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { copiedPayload, type OwnChoice } from '../copies/copied-payload.ts';
import { leastCopy } from '../copies/least-copy.ts';
import type { MarketFeed } from '../market/feed.ts';
import { firstError } from '../replies/first-error.ts';
import type { Refusal } from '../replies/reply.ts';
import type { PreviewAsked } from './preview-shape.ts';

/** The original's last days that are replayed, of a younger one as many as it has lived. */
const DAYS = 30;

/** Why nothing can be said of a copy before anything is replayed. */
export type Unsaid = 'too-young' | 'prices-unknown' | 'below-least' | 'not-now' | 'not-then' | 'margin-added';

/** What is replayed for a copy of so much money, or why nothing is; a refusal is the follow call's own. */
export function askedPreview(
  feed: MarketFeed,
  source: LiveBot,
  choice: Omit<OwnChoice, 'texts'>,
  nowMs: number,
): PreviewAsked | Unsaid | Refusal {
  const { record } = source;
  const { kind, feeRate } = record;
  const texts = {};
  const copy = copiedPayload(source, { ...choice, texts });
  if ('code' in copy) return copy;
  const own = formatAmount(record.money + record.deposited);
  const payload = copiedPayload(source, {
    money: own,
    leverage: undefined,
    stopLoss: undefined,
    stopProfit: undefined,
    texts,
  });
  if ('code' in payload) return payload;
  const spec = specOfPayload(feed, kind, copy);
  if (isPlaceRefusal(spec)) return 'not-now';
  const { beginMs, endMs } = daysOf(record.createMs, nowMs);
  const then = (one: StoredPayload) => lackOf(feed, { kind, payload: one, spec }, beginMs);
  const unsaid =
    nowOf(feed, { kind, payload: copy, spec }, nowMs, () => leastCopy(feed, source, { ...choice, texts }, nowMs)) ??
    young(beginMs, endMs) ??
    marginOf(record) ??
    thenOf([payload, copy].map(then));
  return unsaid ?? { kind, payload, copy, spec, feeRate, shareRateE8: shareRateOf(source), beginMs, endMs };
}

/** Of a copy of this bot: its own followId is none. */
function shareRateOf({ record: { id, payload } }: LiveBot): bigint {
  return shareRateE8({ followId: id, payload });
}

/** Whole hours end, so that who asks again within one is told the same without another replay. */
function daysOf(createMs: number, nowMs: number): { readonly beginMs: number; readonly endMs: number } {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return { beginMs: Math.max(endMs - DAYS * DAY_MS, Math.ceil(createMs / MINUTE_MS) * MINUTE_MS), endMs };
}

function young(beginMs: number, endMs: number): Unsaid | null {
  return endMs - beginMs < DAY_MS ? 'too-young' : null;
}

/**
 * Margin that was added (M-180, M-319) is behind the original's orders and not in them: begun with it as an investment it would have larger
 * orders, and begun without it another liquidation and another return. What was put in by a plan is in the payload's money and trades.
 */
function marginOf({ money, deposited, payload }: LiveBot['record']): Unsaid | null {
  return deposited > 0n && moneySaidIn(payload) !== money + deposited ? 'margin-added' : null;
}

/** `least`: of a copy whose parts shrink with its money; what is refused with less is too little. */
function nowOf(feed: MarketFeed, bot: Checked, nowMs: number, least: () => bigint | null): Unsaid | null {
  const lack = lackOf(feed, bot, nowMs);
  if (lack === null || lack === 'prices-unknown') return lack;
  return lack === 'too-little' || moneySaidIn(bot.payload) < (least() ?? 0n) ? 'below-least' : 'not-now';
}

function thenOf(lacks: readonly (Lack | null)[]): Unsaid | null {
  if (lacks.every((lack) => lack === null)) return null;
  return lacks.includes('prices-unknown') ? 'prices-unknown' : 'not-then';
}

interface Checked {
  readonly kind: LiveBot['record']['kind'];
  readonly payload: StoredPayload;
  readonly spec: MarketSpec;
}

type Lack = 'prices-unknown' | 'too-little' | 'refused';

/** Why a bot could not have been created at a moment; nobody's balance is looked at. */
function lackOf(feed: MarketFeed, { kind, payload, spec }: Checked, timeMs: number): Lack | null {
  const prices = knownPrices(feed, spec, timeMs);
  if (prices === null) return 'prices-unknown';
  const context = checkContext(feed, spec, kind, timeMs);
  // No money at all is too little, whatever the form says of it.
  if (moneySaidIn(payload) === 0n) return 'too-little';
  if (firstError(checkPayload(kind, payload, context)) !== null) return 'refused';
  return moneySaidIn(payload) < planOf(feed, kind, payload, spec, prices, timeMs).minimum ? 'too-little' : null;
}

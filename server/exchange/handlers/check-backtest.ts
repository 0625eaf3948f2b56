import type { z } from 'zod';
import type { createBacktestBody } from '#lib/contract/backtest-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { BacktestEntry } from '../backtests/backtest-entry.ts';
import { checkContext, isRunnable, knownPrices, planOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { ownPayload } from '../bots/own-payload.ts';
import type { MarketFeed } from '../market/feed.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuse, refuseField } from '../replies/reply.ts';

/** Longest backtest. */
const MAX_DAYS = 366;

type Body = z.output<typeof createBacktestBody>;

/** What a trader asked for, checked as a bot that is created at the beginning would be; nobody's money is looked at. */
export type CheckedBacktest = Pick<BacktestEntry, 'kind' | 'payload' | 'market' | 'beginMs' | 'endMs' | 'throughTicks'>;

export function checkBacktest(feed: MarketFeed, body: Body, nowMs: number): CheckedBacktest | Refusal {
  const { begin_time, end_time, through_ticks: throughTicks = 0, fundpass: _fundpass, ...rest } = body;
  const payload: StoredPayload = rest;
  const kind = body.strategy_type;
  if (!isRunnable(kind)) return refuseField('strategy_type', 'kind-unknown');
  if (throughTicks > 0 && !factsOf(kind).restsOrders)
    return refuseField('through_ticks', 'field.unused', { field: 'through_ticks' });
  const dates = datesOf(begin_time * 1000, end_time * 1000, nowMs);
  if ('code' in dates) return dates;
  const spec = specOfPayload(feed, kind, payload);
  if (isPlaceRefusal(spec)) return refuseField(spec.field, spec.issue, spec.values);
  const refused = kindOf(kind).refusal?.(payload, spec) ?? null;
  if (refused !== null) return refuseField(refused.field, refused.issue, refused.values);
  const context = (minAmount: bigint | null) =>
    checkContext(feed, spec, kind, dates.beginMs, { available: null, minAmount });
  const error = firstError(checkPayload(kind, payload, context(null))) ?? checkFee(payload);
  if (error !== null) return error;
  // The fee is the backtest's own word: no bot has it (C-318).
  const own = ownPayload(kind, payload, spec, ['fee']);
  if ('code' in own) return own;
  const checked = { kind, payload: own, market: spec.market, throughTicks, ...dates };
  const prices = knownPrices(feed, spec, dates.beginMs);
  // Data that begins later is a gap that the result shows; what it needs then is not known now.
  if (prices === null) return checked;
  const { minimum } = planOf(feed, kind, payload, spec, prices, dates.beginMs);
  return firstError(checkPayload(kind, payload, context(minimum))) ?? checked;
}

/** Highest fee that a backtest reckons with, a fraction in 1e-8: 5 %. */
const MOST_FEE = 5_000_000n;

function checkFee(payload: StoredPayload): Refusal | null {
  const fee = 'params' in payload && 'fee' in payload.params ? (payload.params.fee ?? '') : '';
  if (fee === '' || (parseAmount(fee) ?? MOST_FEE + 1n) <= MOST_FEE) return null;
  return refuseField('fee', 'range', { label: 'fee', min: '0', max: '5' });
}

/** Whole minutes; a backtest that is to end today ends with the last complete minute (C-320, E-193). */
function datesOf(beginMs: number, endMs: number, nowMs: number): { beginMs: number; endMs: number } | Refusal {
  const begin = Math.floor(beginMs / MINUTE_MS) * MINUTE_MS;
  const end = Math.floor(Math.min(endMs, nowMs) / MINUTE_MS) * MINUTE_MS;
  const endOfToday = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  if (endMs > endOfToday) return refuseField('end_time', 'backtest.end-future');
  if (begin >= end) return refuseField('begin_time', 'backtest.dates-order');
  if (end - begin > MAX_DAYS * DAY_MS) return refuseField('begin_time', 'backtest.too-long', { max: `${MAX_DAYS}` });
  return { beginMs: begin, endMs: end };
}

/** A trader who has too many records, or too many that wait. Null: there is room. */
export function refuseWhenFull(own: readonly BacktestEntry[]): Refusal | null {
  const waiting = own.filter(({ status }) => status === 'queued' || status === 'running').length;
  if (waiting >= MAX_WAITING)
    return refuse(CODE.tooManyRequests, 'backtest.too-many-waiting', { max: `${MAX_WAITING}` });
  return own.length >= MAX_RECORDS ? refuse(CODE.conflict, 'backtest.too-many', { max: `${MAX_RECORDS}` }) : null;
}

/** Records of one trader: for more, old ones must be deleted. */
const MAX_RECORDS = 500;
/** Of these, so many may wait or run. */
const MAX_WAITING = 60;

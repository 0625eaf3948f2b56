import type { ReturnSample } from '#lib/formulas/ranking-score.ts';
import { sampleOf } from '#lib/formulas/ranking-score.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { Place } from '#lib/strategies/exchange-kind.ts';
import { endEquity, profitOf } from './bot-equity.ts';
import type { BotRecord } from './bot-record.ts';
import { drawdownE8, wholeDaySharpe } from './bot-risk.ts';
import { investedIn, profitRateE8 } from './daily-curve.ts';
import { listedSince, shownSince } from './early-record.ts';
import type { LiveBot } from './live-bot.ts';
import { listedDayReturns } from './whole-days.ts';

/** What lists, rankings and counters ask of a bot's record. */
type BotFacts = Pick<
  BotRecord,
  | 'id'
  | 'kind'
  | 'ownerId'
  | 'followId'
  | 'createMs'
  | 'finishMs'
  | 'status'
  | 'isHide'
  | 'listedMs'
  | 'shownMs'
  | 'isOpenParams'
  | 'isAi'
  | 'startEquity'
  | 'deposited'
  | 'matchTimes'
> & {
  /** The direction that it traded with, as its row says it; absent in records of before. */
  readonly side?: string;
};

/** What a bot came to, for ever: units of its profit asset, rates and falls in 1e-8. */
interface Outcome {
  readonly profit: bigint;
  readonly rateE8: bigint;
  readonly drawdownE8: bigint;
  /** Null without enough whole days. */
  readonly sharpe: number | null;
  /** Log returns of its whole days since it was listed. */
  readonly days: ReturnSample;
}

/**
 * All that memory keeps of a bot that has ended and lies in the archive (F4). It sorts and ranks as the bot itself would;
 * whatever shows the bot reads it whole (`BotBook.get`).
 */
export interface EndedBot {
  readonly record: BotFacts;
  readonly spec: MarketSpec;
  readonly outcome: Outcome;
}

export type AnyBot = LiveBot | EndedBot;

export function isArchived(bot: AnyBot): bot is EndedBot {
  return 'outcome' in bot;
}

export function factsOf(record: BotRecord): BotFacts {
  const { id, kind, ownerId, followId, createMs, finishMs, status, isHide, isOpenParams, isAi } = record;
  const { listedMs, shownMs, startEquity, deposited, matchTimes } = record;
  return {
    ...{ id, kind, ownerId, followId, createMs, finishMs, status },
    ...{ isHide, listedMs, shownMs, isOpenParams, isAi, startEquity, deposited, matchTimes },
    side: kindOf(record.kind).terms(record.payload).side,
  };
}

/** What to keep of a bot that has ended; null when its final figures are not there. */
export function endedBot(bot: LiveBot): EndedBot | null {
  const { record, spec, curve } = bot;
  if (record.final === null || record.finishMs === null) return null;
  const profit = profitOf(record, endEquity(record.final, record));
  return {
    record: factsOf(record),
    spec,
    outcome: {
      profit,
      rateE8: profitRateE8(profit, investedIn(record)),
      drawdownE8: drawdownE8(bot, [...curve]),
      sharpe: wholeDaySharpe(bot),
      days: sampleOf(listedDayReturns(bot)),
    },
  };
}

/** The store's row of an ended bot: the spec is found again by where it traded. */
interface StoredEnded {
  /** Nobody could put anything in once, and since when it was listed was not kept. */
  readonly record: Omit<BotFacts, 'startEquity' | 'deposited' | 'listedMs' | 'shownMs'> & {
    readonly startEquity: string;
    readonly deposited?: string;
    readonly listedMs?: number | null;
    readonly shownMs?: number | null;
  };
  readonly place: Place;
  readonly profit: string;
  readonly rateE8: string;
  readonly drawdownE8: string;
  readonly sharpe: number | null;
  readonly days: ReturnSample;
}

export function formatEnded({ record, outcome }: EndedBot, payload: BotRecord['payload']): string {
  const place = kindOf(record.kind).place(payload);
  if ('issue' in place) throw new Error(`bot ${record.id} traded nowhere`);
  const stored: StoredEnded = {
    record: { ...record, startEquity: `${record.startEquity}`, deposited: `${record.deposited}` },
    place,
    profit: `${outcome.profit}`,
    rateE8: `${outcome.rateE8}`,
    drawdownE8: `${outcome.drawdownE8}`,
    sharpe: outcome.sharpe,
    days: outcome.days,
  };
  return JSON.stringify(stored);
}

/** Reads what `formatEnded` wrote; `specAt` knows the markets. */
export function parseEnded(text: string, specAt: (place: Place) => MarketSpec): EndedBot {
  const { record, place, profit, rateE8, drawdownE8: fall, sharpe, days } = JSON.parse(text) as StoredEnded;
  return {
    record: {
      listedMs: listedSince(record),
      shownMs: shownSince(record),
      ...record,
      startEquity: BigInt(record.startEquity),
      deposited: BigInt(record.deposited ?? '0'),
    },
    spec: specAt(place),
    outcome: { profit: BigInt(profit), rateE8: BigInt(rateE8), drawdownE8: BigInt(fall), sharpe, days },
  };
}

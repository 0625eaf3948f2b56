import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { RecordedPrices } from './contract-prices.ts';
import type { DaySource } from './market-day.ts';
import type { RecordedContract, RecordedMark } from './recorded-contracts.ts';

/** The day of the recording that a present day shows. */
type DayShown = (day: number) => number;

/** Recorded days of contracts where there are any; what was not recorded is answered by `derived`. Gaps stay gaps. */
export function withRecordedDays(
  derived: DaySource,
  recorded: ReadonlyMap<string, RecordedContract>,
  dayShown: DayShown,
): DaySource {
  return {
    day(instrument, day) {
      const perpetual = recorded.get(instrument)?.perpetual ?? null;
      const shown = day < 0 ? -1 : dayShown(day);
      if (perpetual === null || shown < perpetual.first || shown >= perpetual.end) return derived.day(instrument, day);
      return perpetual.days.get(shown) ?? null;
    },
  };
}

/** How far the mark was from the perpetual at both ends of a recorded interval, as fractions. */
interface Distance {
  readonly begin: number;
  readonly end: number;
}

/** Null where no price of the perpetual was recorded in the interval. */
function distanceAt(contract: RecordedContract, mark: RecordedMark, beginMs: number, stepMs: number): Distance | null {
  const day = contract.perpetual?.days.get(Math.floor(beginMs / DAY_MS));
  if (day === undefined) return null;
  const first = (beginMs % DAY_MS) / MINUTE_MS;
  const count = stepMs / MINUTE_MS;
  const opens = day.open.subarray(first, first + count);
  const begin = opens.findIndex((ticks) => ticks >= 0);
  const end = opens.findLastIndex((ticks) => ticks >= 0);
  if (begin < 0) return null;
  return {
    begin: mark.open / (opens[begin] as number) - 1,
    end: mark.close / (day.close[first + end] as number) - 1,
  };
}

function isRecordedDay({ perpetual }: RecordedContract, atMs: number): boolean {
  const day = Math.floor(atMs / DAY_MS);
  return perpetual !== null && day >= perpetual.first && day < perpetual.end;
}

/**
 * Mark prices and funding rates as they were recorded. Marks were recorded as candles of eight hours only. Between: the
 * perpetual's price at the minute's beginning plus the distance between the two, which goes evenly from what it was at
 * the interval's beginning to what it was at its end, and never outside of the recorded low and high.
 */
export function createReplayedPrices(
  recorded: ReadonlyMap<string, RecordedContract>,
  dayShown: DayShown,
): RecordedPrices {
  const shownMs = (timeMs: number): number => {
    const day = Math.floor(timeMs / DAY_MS);
    return dayShown(day) * DAY_MS + (timeMs - day * DAY_MS);
  };

  /** Corrects the marks of one recorded interval from index `from` on; returns the first index behind it. */
  function correctInterval(
    spec: ContractSpec,
    contract: RecordedContract,
    marks: Int32Array,
    from: number,
    atMs: number,
  ): number {
    const stepMs = spec.contract.fundingIntervalMs;
    const beginMs = Math.floor(atMs / stepMs) * stepMs;
    const until = Math.min(marks.length, from + (beginMs + stepMs - atMs) / MINUTE_MS);
    const mark = isRecordedDay(contract, atMs) ? contract.marks.get(beginMs) : undefined;
    const distance = mark === undefined ? null : distanceAt(contract, mark, beginMs, stepMs);
    const day = contract.perpetual?.days.get(Math.floor(atMs / DAY_MS));
    if (mark === undefined || distance === null || day === undefined) return until;
    for (let i = from; i < until; i += 1) {
      const minuteMs = atMs + (i - from) * MINUTE_MS;
      const last = day.open[(minuteMs % DAY_MS) / MINUTE_MS] as number;
      const share = (minuteMs - beginMs) / stepMs;
      const price = last * (1 + distance.begin + (distance.end - distance.begin) * share);
      marks[i] = last < 0 ? -1 : Math.round(Math.min(mark.high, Math.max(mark.low, price)));
    }
    return until;
  }

  return {
    correctMarks(spec, marks, fromMs) {
      const contract = recorded.get(instrumentOf(spec));
      if (contract === undefined || contract.marks.size === 0) return;
      for (let i = 0; i < marks.length; ) {
        i = correctInterval(spec, contract, marks, i, shownMs(fromMs + i * MINUTE_MS));
      }
    },
    rateAt(spec, timeMs) {
      const funding = recorded.get(instrumentOf(spec))?.funding;
      if (funding === undefined || funding.size === 0) return undefined;
      const atMs = shownMs(timeMs);
      const times = [...funding.keys()];
      const isCovered = atMs >= (times[0] as number) && atMs <= (times[times.length - 1] as number);
      return isCovered ? (funding.get(atMs) ?? null) : undefined;
    },
  };
}

import type { CallListener } from '#lib/engine/call-listener.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import type { StoreBatch } from '../store/store.ts';
import { STREAM } from './bot-book.ts';
import type { Prices } from './bot-equity.ts';
import type { BotRecord } from './bot-record.ts';
import type { OutsideCall } from './machine-call.ts';
import {
  averageLine,
  barLine,
  type ChangeCall,
  depthLine,
  outsideLine,
  priceLine,
  rateLine,
  type StartCall,
  timeLine,
} from './tape-words.ts';

/** Calls that a tape keeps, the first ones of its bot: a bot that looks at every minute has them for five months, a grid for years. */
export const MOST_TAPED_CALLS = 200_000;
/** Of a bot that began to trade before there were tapes. */
export const NO_TAPE = -1;

/** What a bot was called for since it was settled last. */
interface Strip {
  readonly fromMs: number;
  calls: number;
  text: string;
}

/** What a machine was told while something was tried on it. */
interface Heard {
  text: string;
}

/**
 * Writes bots' tapes: hears of every call before it is made and of every answer that a view gives meanwhile, and hands a bot's strip over
 * when it is settled, in the same turn. It keeps nothing of bots that are not called.
 */
export class TapeRecorder implements CallListener<number> {
  private readonly strips = new Map<number, Strip>();
  /** Who is being called: answers are his. */
  private present: Heard | null = null;

  price(botId: number, isJump: boolean, feed: number, ticks: number, timeMs: number): void {
    const strip = this.stripOf(botId, timeMs);
    append(strip, priceLine(isJump, feed, ticks, timeMs - strip.fromMs));
  }

  time(botId: number, timeMs: number, prices: Prices): void {
    const strip = this.stripOf(botId, timeMs);
    append(strip, timeLine(prices, timeMs - strip.fromMs));
  }

  outside(botId: number, call: OutsideCall | StartCall, prices: Prices, timeMs: number): void {
    const strip = this.stripOf(botId, timeMs);
    append(strip, outsideLine(call, prices, timeMs - strip.fromMs));
  }

  /** A change that was made on a copy is taken over; `heard`: what the copy was told. */
  change(botId: number, call: ChangeCall, prices: Prices, timeMs: number, heard: string): void {
    const strip = this.stripOf(botId, timeMs);
    append(strip, outsideLine(call, prices, timeMs - strip.fromMs));
    strip.text += heard;
    this.present = null;
  }

  /** What views say while `run` tries something on a copy. */
  hear<T>(run: () => T): { readonly result: T; readonly heard: string } {
    const heard: Heard = { text: '' };
    this.present = heard;
    try {
      return { result: run(), heard: heard.text };
    } finally {
      this.present = null;
    }
  }

  /** The call that was noted was not made after all, or with its bot taken back. */
  forget(botId: number): void {
    this.strips.delete(botId);
    this.present = null;
  }

  /** Hands over what a bot was called for, and counts it on its record. To be called before the bot's row is written. */
  hand(batch: Pick<StoreBatch, 'append'>, record: BotRecord): void {
    const strip = this.strips.get(record.id);
    this.present = null;
    if (strip === undefined) return;
    this.strips.delete(record.id);
    // Never again after the first that it does not take: a tape has no holes.
    if (record.taped === NO_TAPE || record.taped >= MOST_TAPED_CALLS) return;
    record.taped += strip.calls;
    batch.append(STREAM.tape, `${record.id}`, strip.fromMs, strip.text);
  }

  /** The view, whose answers go onto the tape of whoever is being called. The price of a market order does not: it follows from the market's description. */
  recorded(view: MarketView): MarketView {
    const { fundingRate, expectedFundingRate, depthWithin, bar } = view;
    return {
      ...view,
      movingAverage: (feed, minutes, timeMs) => {
        const ticks = view.movingAverage(feed, minutes, timeMs);
        this.note(averageLine(ticks));
        return ticks;
      },
      fundingRate: (feed, timeMs) => {
        const rate = fundingRate?.(feed, timeMs) ?? null;
        this.note(rateLine('funding', rate));
        return rate;
      },
      expectedFundingRate: (feed, timeMs) => {
        const rate = expectedFundingRate?.(feed, timeMs) ?? null;
        this.note(rateLine('expected', rate));
        return rate;
      },
      depthWithin: (...asked) => {
        const units = depthWithin?.(...asked) ?? null;
        this.note(depthLine(units));
        return units;
      },
      bar: (feed, periodMs, openMs) => {
        const known = bar?.(feed, periodMs, openMs) ?? null;
        this.note(barLine(known));
        return known;
      },
    };
  }

  private note(line: string): void {
    if (this.present !== null) this.present.text += `\n${line}`;
  }

  private stripOf(botId: number, timeMs: number): Strip {
    const known = this.strips.get(botId);
    const strip = known ?? { fromMs: timeMs, calls: 0, text: '' };
    if (known === undefined) this.strips.set(botId, strip);
    this.present = strip;
    return strip;
  }
}

function append(strip: Strip, line: string): void {
  strip.text += strip.calls === 0 ? line : `\n${line}`;
  strip.calls += 1;
}

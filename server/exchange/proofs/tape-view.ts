import { averageFillTicks, bookDepthUnits } from '#lib/engine/book-model.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { TapeAnswer } from '../bots/tape-words.ts';

/** A machine asked for something that its tape has no answer to: it is not the one that the tape was written of. */
export class OffTape extends Error {
  override name = 'OffTape';
}

/** What a replayed machine may ask: market orders by the book model and the markets' descriptions, all else as the tape has it. */
export interface TapeView extends MarketView {
  /** The answers of the call that is made next. */
  give(answers: readonly TapeAnswer[]): void;
  /** Answers of that call that nobody asked for. */
  readonly left: number;
}

export function createTapeView(spec: MarketSpec): TapeView {
  let answers: readonly TapeAnswer[] = [];
  let at = 0;

  function next(type: TapeAnswer['type']): TapeAnswer {
    const answer = answers[at];
    at += 1;
    if (answer?.type !== type) throw new OffTape(`asked for ${type}, the tape has ${answer?.type ?? 'nothing'}`);
    return answer;
  }

  function rate(type: 'funding' | 'expected'): bigint | null {
    const answer = next(type);
    return 'rate' in answer ? answer.rate : null;
  }

  return {
    give(given) {
      answers = given;
      at = 0;
    },
    get left() {
      return answers.length - at;
    },
    marketFillTicks(feed, side, quantity, ticks) {
      const depthUnits = bookDepthUnits(marketOfFeed(spec, feed), ticks);
      return averageFillTicks({ side, quantity, ticks, depthUnits });
    },
    depthWithin() {
      const answer = next('depth');
      return 'units' in answer ? answer.units : null;
    },
    movingAverage() {
      const answer = next('average');
      return 'ticks' in answer ? answer.ticks : Number.NaN;
    },
    fundingRate: () => rate('funding'),
    expectedFundingRate: () => rate('expected'),
    bar() {
      const answer = next('bar');
      return 'bar' in answer ? answer.bar : null;
    },
  };
}

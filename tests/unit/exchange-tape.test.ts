import { describe, expect, it } from 'vitest';
import type { MarketView } from '#lib/engine/machine.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { MOST_TAPED_CALLS, NO_TAPE, TapeRecorder } from '#server/exchange/bots/tape-recorder.ts';
import { outsideLine, readTape } from '#server/exchange/bots/tape-words.ts';

const recordOf = (taped: number) => ({ id: 100_001, taped }) as BotRecord;

function batchHere() {
  const rows: { readonly stream: string; readonly key: string; readonly timeMs: number; readonly value: string }[] = [];
  return {
    rows,
    append: (stream: string, key: string, timeMs: number, value: string) => rows.push({ stream, key, timeMs, value }),
  };
}

const BAR = { openMs: 1_000, open: 0.1, high: 0.30000000000000004, low: 1e-7, close: 0.2, volume: 12.5 };
const VIEW: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: () => 7,
  depthWithin: () => 5n,
  fundingRate: () => -100n,
  expectedFundingRate: () => null,
  bar: () => BAR,
};

describe('a bot’s tape', () => {
  it('has each call of a turn and each answer behind the call that asked, to the last digit', () => {
    const [tapes, batch, record] = [new TapeRecorder(), batchHere(), recordOf(0)];
    const view = tapes.recorded(VIEW);
    tapes.price(record.id, true, 1, 61_234, 5_000);
    view.fundingRate?.(0, 5_000);
    view.bar?.(0, 60_000, 1_000);
    tapes.time(record.id, 6_500, [61_000, Number.NaN]);
    view.movingAverage(0, 720, 6_500);
    view.expectedFundingRate?.(0, 6_500);
    view.depthWithin?.(0, 'buy', 1, 2, 6_500);
    tapes.outside(record.id, { type: 'withdraw', amount: 12_345_678_901_234_567n }, [61_000], 7_000);
    tapes.hand(batch, record);
    expect(record.taped).toBe(3);
    const [row] = batch.rows;
    expect(row).toMatchObject({ stream: 'bot_tape', key: '100001', timeMs: 5_000 });
    expect(readTape(row?.value ?? '', 5_000)).toEqual([
      {
        call: { type: 'price', isJump: true, feed: 1, ticks: 61_234, timeMs: 5_000 },
        answers: [
          { type: 'funding', rate: -100n },
          { type: 'bar', bar: BAR },
        ],
      },
      {
        call: { type: 'time', prices: [61_000, Number.NaN], timeMs: 6_500 },
        answers: [
          { type: 'average', ticks: Number.NaN },
          { type: 'expected', rate: null },
          { type: 'depth', units: 5n },
        ],
      },
      {
        call: {
          type: 'outside',
          call: { type: 'withdraw', amount: 12_345_678_901_234_567n },
          prices: [61_000],
          timeMs: 7_000,
        },
        answers: [],
      },
    ]);
  });

  it('has nothing of what is only tried, of what was refused, and of who has no tape', () => {
    const [tapes, batch, record] = [new TapeRecorder(), batchHere(), recordOf(0)];
    const view = tapes.recorded(VIEW);
    tapes.outside(record.id, { type: 'resume' }, [1], 1_000);
    tapes.forget(record.id);
    view.fundingRate?.(0, 1_000);
    expect(tapes.hear(() => view.fundingRate?.(0, 1_000))).toEqual({ result: -100n, heard: '\nf-100' });
    view.fundingRate?.(0, 1_000);
    tapes.hand(batch, record);
    const early = recordOf(NO_TAPE);
    tapes.price(early.id, false, 0, 5, 1_000);
    tapes.hand(batch, early);
    expect([batch.rows, record.taped, early.taped]).toEqual([[], 0, NO_TAPE]);
  });

  it('is kept up to its bound, and has no hole behind it', () => {
    const [tapes, batch, record] = [new TapeRecorder(), batchHere(), recordOf(MOST_TAPED_CALLS - 1)];
    for (const timeMs of [1_000, 2_000]) tapes.price(record.id, false, 0, 5, timeMs);
    tapes.hand(batch, record);
    tapes.price(record.id, false, 0, 5, 3_000);
    tapes.hand(batch, record);
    expect([batch.rows.length, record.taped]).toEqual([1, MOST_TAPED_CALLS + 1]);
  });

  it('of a later program is not read', () => {
    const line = outsideLine({ type: 'pause' }, [1], 0);
    expect(() => readTape(line.replace('"version":1', '"version":2'), 0)).toThrow('a tape of version 2');
    expect(() => readTape('x1,2', 0)).toThrow('a tape with');
  });
});

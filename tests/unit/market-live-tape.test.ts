import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { minutesIn, openTape, pointsIn, type TapeBatch, tapeFileName } from '#server/exchange/market/live-tape.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { temporaryFolder } from './store-fixture.ts';

const MINUTE = { minute: 0, open: 5, high: 6, low: 4, close: 5, volume: 1 };

it('what a full disk did not take is written when it has room again, in its order, and told then: who follows would lack it until the recorder starts anew', async () => {
  const folder = temporaryFolder();
  const spec = PAPER_MARKETS.find(({ market }) => market === 'BTC_USDT');
  if (spec === undefined) throw new Error('no such market');
  const [minutes, points] = (['minutes', 'points'] as const).map((kind) => tapeFileName(spec.market, 0, kind)) as [
    string,
    string,
  ];
  const told: TapeBatch[] = [];
  const tape = await openTape(folder, (batch) => told.push(batch));
  // What nothing can be appended to.
  mkdirSync(join(folder, points));
  tape.addMinute(spec, MINUTE);
  tape.addPoint(spec, { timeMs: 1_000, ticks: 7 });
  await expect(tape.flush()).rejects.toThrow('EISDIR');
  expect(told.map((batch) => [...batch.keys()])).toEqual([[minutes]]);
  tape.addPoint(spec, { timeMs: 2_000, ticks: 8 });
  await expect(tape.flush()).rejects.toThrow('EISDIR');
  rmdirSync(join(folder, points));
  tape.addPoint(spec, { timeMs: 3_000, ticks: 9 });
  await tape.flush();
  const seen = [
    { timeMs: 1_000, ticks: 7 },
    { timeMs: 2_000, ticks: 8 },
    { timeMs: 3_000, ticks: 9 },
  ];
  expect(pointsIn(readFileSync(join(folder, points), 'utf8'), spec)).toEqual(seen);
  expect(told.flatMap((batch) => pointsIn(batch.get(points) ?? '', spec))).toEqual(seen);
  expect(minutesIn(readFileSync(join(folder, minutes), 'utf8'), spec)).toEqual([MINUTE]);
  // Once: nothing is left over.
  await tape.flush();
  expect(told).toHaveLength(2);
});

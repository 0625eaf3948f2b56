import { expect, it } from 'vitest';
import { type GuideMark, seenMarks } from '#components/guides/guide-marks.ts';

it('marks of a guide’s picture are of the whole run: of those that lie on one another one is drawn (E-102)', () => {
  const run: readonly GuideMark[] = Array.from({ length: 4_000 }, (_, at) => ({
    side: at % 2 === 0 ? 'buy' : 'sell',
    x: (at / 4_000) * 640,
    y: 150 + 100 * Math.sin(at / 40),
  }));
  const drawn = seenMarks(run);
  expect(drawn.length).toBeLessThan(run.length / 2);
  // From one end to the other, and nothing that could be seen is left out.
  expect(drawn[0]).toBe(run[0]);
  for (const mark of run)
    expect(
      drawn.some((one) => one.side === mark.side && Math.abs(one.x - mark.x) < 10 && Math.abs(one.y - mark.y) < 9),
    ).toBe(true);
  expect(Math.max(...drawn.map(({ x }) => x))).toBeGreaterThan(630);
  // Of different sides, or far enough apart, both are there.
  const two: readonly GuideMark[] = [
    { side: 'buy', x: 10, y: 10 },
    { side: 'sell', x: 10, y: 10 },
    { side: 'buy', x: 20, y: 10 },
  ];
  expect(seenMarks(two)).toEqual(two);
});

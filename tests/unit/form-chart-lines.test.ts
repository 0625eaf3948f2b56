import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formLinesAtom, showFormLines } from '#components/form/chart-marks.ts';
import type { ChartLine } from '#lib/strategies/definition.ts';

const LINES: readonly ChartLine[] = [
  { id: 'low', ticks: 100, role: 'range', label: 'chart.low' },
  { id: 'high', ticks: 200, role: 'range', label: 'chart.high' },
];

describe('the lines of a form on the chart', () => {
  const frames: (() => void)[] = [];
  let drawn = 0;
  let leave = (): void => {};

  /** Hands lines over, and lets the frame come. */
  const show = (lines: readonly ChartLine[]): void => {
    showFormLines(lines);
    for (const frame of frames.splice(0)) frame();
  };

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    show(LINES);
    drawn = 0;
    leave = getDefaultStore().sub(formLinesAtom, () => {
      drawn += 1;
    });
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
  });

  it('are not drawn again for a keystroke that has moved none of them', () => {
    show(LINES.map((line) => ({ ...line })));
    expect(drawn).toBe(0);
  });

  it.each<[string, (line: ChartLine) => ChartLine]>([
    ['has moved', (line) => ({ ...line, ticks: line.ticks + 1 })],
    ['is another', (line) => ({ ...line, id: 'other' })],
    ['is for something else', (line) => ({ ...line, role: 'stop-loss' })],
    ['is called something else', (line) => ({ ...line, label: 'chart.other' })],
    ['is called nothing any more', ({ label: _label, ...line }) => line],
  ])('are drawn once where one %s', (_what, changed) => {
    const lines = LINES.map((line, index) => (index === 1 ? changed(line) : line));
    show(lines);
    expect(drawn).toBe(1);
    expect(getDefaultStore().get(formLinesAtom)).toEqual(lines);
  });

  it('are drawn where there is one more, one less, and where the form has gone', () => {
    for (const lines of [[...LINES, { id: 'stop', ticks: 50, role: 'stop-loss' } as const], LINES, []]) {
      show(lines);
      expect(getDefaultStore().get(formLinesAtom)).toEqual(lines);
    }
    expect(drawn).toBe(3);
  });
});

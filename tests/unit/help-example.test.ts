import { describe, expect, it } from 'vitest';
import { workedExample } from '#lib/backtest/worked-example.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';

const KINDS = Object.keys(KIND_FACTS) as RunnableKind[];
const run = (kind: RunnableKind, path: string, typed = {}) => {
  const found = workedExample(kind, typed).runs.find((one) => one.path === path);
  if (found === undefined) throw new Error(`no ${path} of ${kind}`);
  return found;
};

describe('worked examples of help pages', () => {
  it.each(KINDS)('%s: is a bot that its form accepts, run through four courses by its engine', (kind) => {
    const { issues, summary, runs } = workedExample(kind, {});
    expect(issues).toEqual([]);
    expect(summary.length).toBeGreaterThan(0);
    expect(runs.map(({ path, move }) => [path, Number(move)])).toEqual([
      ['swing', 0],
      ['rise', 0.2],
      ['fall', -0.2],
      ['crash', -0.4],
    ]);
    // It trades on one of them at least, and pays for it.
    expect(runs.some(({ fills, fees }) => fills > 0 && Number(fees) > 0)).toBe(true);
    for (const field of MACHINES[kind].help.asked)
      expect(
        definitionOf(kind).fields.map(({ name }) => name),
        field,
      ).toContain(field);
  });

  it('are the same every time', () => {
    expect(workedExample('spot_grid', {})).toEqual(workedExample('spot_grid', {}));
  });

  it('say what goes wrong: a leveraged grid is liquidated in a crash, a spot grid below its range only loses', () => {
    expect(run('futures_grid', 'crash').finish).toBe('liquidated');
    expect(Number(run('spot_grid', 'crash').profit)).toBeLessThan(-300);
    expect(run('spot_grid', 'crash').finish).toBeNull();
    // An indicator bot is whipsawed on a restless market: no course of ours makes every bot win.
    expect(Number(run('gravity', 'swing').profit)).toBeLessThan(0);
  });

  it('follow what the reader types, by the rules of the real form', () => {
    expect(run('spot_grid', 'swing', { grid_num: '6' }).matches).toBeLessThan(run('spot_grid', 'swing').matches);
    expect(run('futures_grid', 'fall', { leverage: '1' }).finish).toBeNull();
    const refused = workedExample('spot_grid', { low_price: '70000' });
    expect(refused.runs).toEqual([]);
    expect(refused.issues.map(({ code }) => code)).toContain('grid.high_not_above_low');
    expect(workedExample('spot_grid', { money: '1' }).issues.map(({ field }) => field)).toContain('money');
    expect(workedExample('martingale', { money: '5' }).issues.map(({ code }) => code)).toContain('money.min.create');
  });
});

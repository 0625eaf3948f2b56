import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { EXAMPLE_FEE_E8, EXAMPLE_PATHS, exampleColumns, exampleSpec } from '#lib/backtest/example-market.ts';
import { exampleValues, workedExample } from '#lib/backtest/worked-example.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';

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

/** Its fills along a course, in their order. */
function fillsOf(kind: RunnableKind, path: (typeof EXAMPLE_PATHS)[number], typed = {}): readonly Fill[] {
  const fills: Fill[] = [];
  const [definition, spec] = [definitionOf(kind), exampleSpec(KIND_FACTS[kind])];
  const params = definition.params(definition.encode(exampleValues(kind, typed), spec), spec, EXAMPLE_FEE_E8);
  const none = () => undefined;
  const sink = { fill: (fill: Fill) => void fills.push(fill), order: none, operation: none, finish: none };
  runBacktest({ kind, params, fromIndex: 0, curvePoints: 1, ...exampleColumns(spec, path, 0), sink });
  return fills;
}

describe('what the note of a worked example says of costs', () => {
  it('is so: fees, funding and interest are in the figures', () => {
    expect(Number(run('spot_grid', 'swing').fees)).toBeGreaterThan(0);
    expect(Number(run('futures_grid', 'rise').carry)).toBeLessThan(0);
    expect(Number(run('margin_grid', 'rise').carry)).toBeLessThan(0);
    expect(Number(run('spot_grid', 'swing').carry)).toBe(0);
  });

  it('is so: orders that rest on the contract cost nothing – its maker rate is a rebate, and none is paid –, those at the market its taker rate', () => {
    const { contract } = exampleSpec(KIND_FACTS.futures_grid);
    expect(contract?.makerE8).toBeLessThan(0n);
    const [opening, ...lines] = fillsOf('futures_grid', 'swing');
    expect([opening?.role, (opening?.fee ?? 0n) > 0n]).toEqual(['open', true]);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ fee }) => fee !== 0n)).toEqual([]);
  });

  it('is so: an order at the market pays half of a tick, and more the more of the book it takes – three million USDT within 1 %', () => {
    const last = exampleColumns(exampleSpec(KIND_FACTS.spot_grid), 'swing', 0).candles.open[0] ?? 0;
    for (const money of ['500', '3000000']) {
      const opening = fillsOf('spot_grid', 'swing', { money })[0];
      expect([opening?.side, opening?.role]).toEqual(['buy', 'open']);
      const worth = Number(opening?.quote) / Number(UNITS_PER_COIN);
      // On the average of what it takes: half of the way that it pushes the price.
      const pushed = (last * 0.01 * worth) / 3_000_000;
      const beyond = (opening?.ticks ?? 0) - last - (0.5 + pushed / 2);
      // In whole ticks, against who takes.
      expect(beyond, money).toBeGreaterThan(-0.01 * pushed);
      expect(beyond, money).toBeLessThan(1);
    }
  });

  it('is so: an order at its line is filled whole where the price touches it, and prices do not jump', () => {
    const [first, ...later] = fillsOf('spot_grid', 'swing');
    expect(first?.level).toBe(-1);
    expect(later.length).toBeGreaterThan(10);
    const priceOf = new Map(later.map(({ level, side, ticks }) => [`${side} ${level}`, ticks]));
    for (const { level, side, ticks } of later) expect(ticks).toBe(priceOf.get(`${side} ${level}`));
    // In parts it would be filled more than once in a touch.
    expect(new Set(later.map(({ level, side, timeMs }) => `${side} ${level} ${timeMs}`)).size).toBe(later.length);
    for (const path of EXAMPLE_PATHS) {
      const { open, close } = exampleColumns(exampleSpec(KIND_FACTS.spot_grid), path, 0).candles;
      expect(open.every((ticks, minute) => minute === 0 || ticks === close[minute - 1])).toBe(true);
    }
  });
});

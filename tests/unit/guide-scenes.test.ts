import { describe, expect, it } from 'vitest';
import { guideScenes } from '#lib/client/guide-scenes.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { GUIDED_KINDS, guideFlags, hasGuide } from '#lib/kinds/guides.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const FEE = 100_000n;

describe('what the pictures of a guide show (C-044, E-102)', () => {
  it.each(GUIDED_KINDS)('is of a %s what its own form and engine say', (kind) => {
    const { spec } = KIND_CASES[kind];
    const scenes = guideScenes({ kind, spec, feeRate: FEE });
    if (scenes === null) throw new Error(`no pictures of ${kind}`);
    // The same for everybody, each time.
    expect(guideScenes({ kind, spec, feeRate: FEE })).toEqual(scenes);
    const { lines, opening, well, badly } = scenes;
    // Something to see on each page: lines of its own, or what it opens with.
    expect(lines.length > 0 || opening.length > 1).toBe(true);
    if (opening.length > 0) expect(opening.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1, 9);
    expect(well.fills.length).toBeGreaterThan(KIND_FACTS[kind].trades === 'legs' ? 0 : 8);
    for (const { at } of well.fills) expect(at >= 0 && at <= 1).toBe(true);
    // It earns where it should and loses where the guide says so.
    expect(well.worth.at(-1)?.y).toBeGreaterThan(0);
    expect(badly.worth.at(-1)?.y).toBeLessThan(0);
    expect(well.worth).toHaveLength(well.held.length);
  });

  it('is nothing where the exchange has no such market', () => {
    const { companions: _none, ...alone } = KIND_CASES['spot-future-arbitrage'].spec;
    expect(guideScenes({ kind: 'spot-future-arbitrage', spec: alone, feeRate: FEE })).toBeNull();
  });
});

it('eight kinds have a guide, and the spot grid’s has two flags (C-044, E-105, H23)', () => {
  expect(GUIDED_KINDS).toHaveLength(8);
  expect(hasGuide('macd')).toBe(false);
  expect(guideFlags('spot_grid')).toEqual({ opened: 'guide_spot_grid', ended: 'guide_spot_grid_trailing' });
  expect(guideFlags('margin_grid')).toEqual({ opened: 'guide_margin_grid', ended: null });
});

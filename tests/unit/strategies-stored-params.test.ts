import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { formatParams, parseParams } from '#lib/kinds/stored-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const FEE_RATE = 100_000n;

function paramsOf(kind: RunnableKind) {
  const { spec, good } = KIND_CASES[kind];
  const definition: AnyDefinition = STRATEGIES[kind];
  const payload = definition.encode({ ...definition.defaults(spec), ...good }, spec);
  return { spec, params: definition.params(payload, spec, FEE_RATE) };
}

describe.each(Object.keys(STRATEGIES) as RunnableKind[])('stored params of %s', (kind) => {
  it('are read back as they were, on the same markets and none of their own', () => {
    const { spec, params } = paramsOf(kind);
    const text = formatParams(params as never, spec);
    const read = parseParams(text, spec) as { spec: MarketSpec };
    expect(read).toEqual(params);
    expect(read.spec).toBe(spec);
    // A market is named, not copied: its terms may change, and a hundred thousand bots share them.
    expect(text).not.toContain('minQuoteUnits');
    expect(text.length).toBeLessThan(1_500);
  });

  it('are refused where a market counts in other ticks or lots, or is not traded', () => {
    const { spec, params } = paramsOf(kind);
    const text = formatParams(params as never, spec);
    expect(() => parseParams(text, { ...spec, tickUnits: spec.tickUnits * 10n })).toThrow('other ticks');
    expect(() => parseParams(text, { ...spec, lotUnits: spec.lotUnits * 10n })).toThrow('other ticks');
    expect(() => parseParams(text, { ...spec, market: 'XYZ_USDT' })).toThrow('not traded');
    if (spec.contract !== undefined) {
      const quantoUnits = spec.contract.quantoUnits * 10n;
      const larger = { ...spec, contract: { ...spec.contract, quantoUnits } };
      expect(() => parseParams(text, larger)).toThrow('other ticks');
    }
    const [[companion, other] = []] = Object.entries(spec.companions ?? {});
    if (companion === undefined || other === undefined) return;
    const finer = { ...spec, companions: { ...spec.companions, [companion]: { ...other, tickUnits: 7n } } };
    expect(() => parseParams(text, finer)).toThrow(`${companion} counts`);
  });

  it('are what they were where the market charges another fee today, or asks for larger orders', () => {
    const { spec, params } = paramsOf(kind);
    const terms = spec.contract === undefined ? {} : { contract: { ...spec.contract, takerE8: 999_999n } };
    const dearer: MarketSpec = { ...spec, minQuoteUnits: spec.minQuoteUnits * 3n, ...terms };
    const text = formatParams(params as never, spec);
    const read = parseParams(text, dearer) as { spec: MarketSpec };
    expect(formatParams(read as never, dearer)).toBe(text);
    expect(read.spec).toBe(dearer);
  });

  it('of a later program are refused', () => {
    const { spec, params } = paramsOf(kind);
    const later = JSON.stringify({ ...JSON.parse(formatParams(params as never, spec)), version: 2 });
    expect(() => parseParams(later, spec)).toThrow('params of version 2');
  });
});

it('params with a number that is none are not written: they would be read back as null', () => {
  const { spec, params } = paramsOf('spot_grid');
  expect(() => formatParams({ ...(params as object), lowTicks: Number.NaN } as never, spec)).toThrow('JSON cannot say');
});

it('params keep amounts that no number has room for, to the last unit', () => {
  const { spec, params } = paramsOf('spot_grid');
  const rich = { ...(params as object), investment: 10n ** 24n + 1n } as never;
  expect(parseParams(formatParams(rich, spec), spec)).toEqual(rich);
});

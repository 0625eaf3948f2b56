import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { seenValues } from '#components/form/seen-values.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { planBot } from '#server/exchange/world/bot-plan.ts';
import { worldWishes } from '#server/exchange/world/bot-wishes.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { STRATEGIES as OLD } from '/tmp/folders/old/lib/kinds/definitions.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';
import { play, steps } from './form-scenario.ts';

const KINDS = Object.keys(STRATEGIES) as RunnableKind[];
const FEE = 100_000n;
const places = KINDS.flatMap((kind) => {
  const own = KIND_CASES[kind].spec;
  const specs = KIND_FACTS[kind].page === 'both' ? [testSpec(), testContract()] : [own];
  return specs.map((spec) => [kind, spec.contract === undefined ? 'spot' : 'contract', spec] as const);
});
const attempt = (run: () => unknown): { ok: boolean; value: unknown } => {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    return { ok: false, value: String(error) };
  }
};
const wire = fc.constantFrom(
  '',
  '0',
  '0.0',
  '1',
  '2',
  '5',
  '0.05',
  '.5',
  '007',
  '1.50',
  '0.1',
  '0.000000001',
  '123456.7',
  '15',
  '100',
  '3h',
  '30m',
  'x',
  '60000',
  '65000',
  'Y',
  'N',
);
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([k, v]) => leaves(v, [...path, k]));
}
function put(value: any, path: string[], text: string): any {
  if (path.length === 0) return text;
  const [k, ...rest] = path as [string, ...string[]];
  if (Array.isArray(value)) return value.map((v, i) => (String(i) === k ? put(v, rest, text) : v));
  return { ...value, [k]: put(value[k], rest, text) };
}
let refused = 0;
let compared = 0,
  passed = 0;
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
function isWire(payload: object): boolean { return ('params' in payload ? runStrategyBody : createGridBody).safeParse(payload).success; }
function compare(kind: RunnableKind, payload: any, spec: any, what: string) {
  if (!isWire(payload)) { refused += 1; return; }
  const def = STRATEGIES[kind] as AnyDefinition;
  const old = (OLD as any)[kind];
  const a = attempt(() => old.engineParams(old.decode(payload, spec), spec, FEE));
  const b = attempt(() => (def as any).params(payload, spec, FEE));
  const values = def.decode(payload, spec);
  const isRight = attempt(() =>
    def
      .check(values, checkContext({ spec, phase: 'exchange' } as never))
      .every(({ severity, field }) => severity !== 'error'),
  );
  if (isRight.ok && isRight.value === true) {
    passed += 1;
    expect([what, a.ok, b.ok, a.value, b.value]).toEqual([what, true, true, a.value, a.value]);
  }
  if (a.ok && b.ok) {
    compared += 1;
    expect([what, b.value]).toEqual([what, a.value]);
  }
}
describe.each(places)('params of %s on %s', (kind, _p, spec) => {
  const def = STRATEGIES[kind] as AnyDefinition;
  const start = {
    ...def.defaults(spec),
    ...(KIND_CASES[kind].spec.contract === spec.contract || KIND_FACTS[kind].page !== 'both'
      ? KIND_CASES[kind].good
      : { money: '1000' }),
  };
  it('are those of the old way', () => {
    compare(kind, def.encode({ ...start }, spec), spec, 'case');
    fc.assert(
      fc.property(steps, fc.array(fc.tuple(fc.nat(), wire), { maxLength: 4 }), (todo, muts) => {
        const seen = seenValues(def, play(def, spec, start, todo), spec);
        let payload: any = JSON.parse(JSON.stringify(def.encode(seen, spec)));
        compare(kind, payload, spec, 'form');
        payload = JSON.parse(JSON.stringify(def.encode(start, spec)));
        for (const [at, text] of muts) {
          const all = leaves(payload).filter(
            ([k, n]) => k !== 'strategy_type' && k !== 'market' && n !== 'pair' && n !== 'settle',
          );
          const path = all[at % all.length]!;
          payload = put(payload, path, text);
        }
        compare(kind, payload, spec, JSON.stringify(muts));
      }),
      { numRuns: 200 },
    );
  });
});
it('of the demo world', () => {
  const feed = createSimulatedFeed({ seed: 'x' });
  const specs = [...feed.specs, ...feed.contracts];
  let n = 0;
  for (const wish of worldWishes('params', specs, 5, 250)) {
    const market = specs.find((s) => instrumentOf(s) === wish.instrument)!;
    const payload = planBot(feed, market, wish, Date.UTC(2026, 4, 10));
    if (payload === null) continue;
    const spec = specOfPayload(feed, wish.kind, payload as never);
    compare(wish.kind, payload, spec, 'world');
    n += 1;
  }
  console.log('refused', refused, 'compared', compared, 'passed checks', passed, 'world', n);
  expect(n).toBeGreaterThan(100);
});

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runStrategyBody } from '#lib/contract/create-bodies.ts';
import { INDICATOR_IDS, indicatorSpec } from '#lib/indicators/catalogue.ts';
import { COMPARATORS } from '#lib/indicators/comparators.ts';
import {
  type Condition,
  type ConditionSideName,
  coerceTdNine,
  type IndicatorConditions,
  POSITION_RATIOS,
  wireIndicatorName,
} from '#lib/indicators/condition.ts';
import { KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { formatConditions, parseConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';

const percent = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: max * 100 }).map((hundredths) => formatAmount(BigInt(hundredths) * 1_000_000n));
const orNone = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), value);

const operand = fc
  .constantFrom(...INDICATOR_IDS)
  .chain((id) =>
    fc
      .tuple(...indicatorSpec(id).args.map(({ min, max }) => fc.integer({ min: Math.ceil(min), max: Math.floor(max) })))
      .map((args) => ({ name: wireIndicatorName(id), args: args.map(String) })),
  );
const condition: fc.Arbitrary<Condition> = fc
  .tuple(fc.constantFrom('and', 'or'), operand, fc.constantFrom(...COMPARATORS), operand)
  .map(([operations, left, comparatorName, right]) =>
    coerceTdNine({
      operations: operations as Condition['operations'],
      indicatorName: left.name,
      indicatorArgs: left.args,
      comparatorName,
      compareIndicatorName: right.name,
      compareIndicatorArgs: right.args,
    }),
  );
const side = (name: ConditionSideName) =>
  fc
    .tuple(
      fc.constantFrom(...KLINE_PERIODS),
      fc.constantFrom(...POSITION_RATIOS),
      fc.array(condition, { minLength: 1, maxLength: 15 }),
    )
    .map(([period, ratio, conditions]) =>
      name === 'close' ? { side: name, period, conditions } : { side: name, period, ratio, conditions },
    );
const conditions: fc.Arbitrary<IndicatorConditions> = fc
  .record({
    open: side('open'),
    close: side('close'),
    increase: fc.option(side('increase'), { nil: undefined }),
    reduce: fc.option(side('reduce'), { nil: undefined }),
  })
  .map(({ open, close, increase, reduce }) => ({
    open,
    close,
    ...(increase === undefined ? {} : { increase }),
    ...(reduce === undefined ? {} : { reduce }),
  }));

const common = {
  money: fc.integer({ min: 1000, max: 150_000_000 }).map((cents) => formatAmount(BigInt(cents) * 1_000_000n)),
  pft_increase_ptn: fc.constantFrom('Y', 'N'),
  stop_rate: orNone(fc.integer({ min: 10, max: 100 }).map(String)),
  position_stop_rate: orNone(percent(100)),
};

/** Contract forms as a trader can leave them. */
const onContracts = fc
  .record({
    ...common,
    side: fc.constantFrom('buy', 'sell'),
    leverage: fc.integer({ min: 1, max: 10 }).map(String),
    position_stop_profit: orNone(percent(100)),
    protection: fc.option(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 }))),
    volume: percent(100),
  })
  .map(({ protection, volume, ...values }): FormValues => {
    const [keep, more] = protection ?? [0, 0];
    const hasTrigger = protection !== null || values.position_stop_profit !== '';
    return {
      ...values,
      start_profit_rate_checkbox: protection === null ? '0' : '1',
      start_profit_rate: protection === null ? '' : String(keep + more),
      protect_profit_rate: protection === null ? '' : String(keep),
      volume: hasTrigger ? volume : '',
    };
  });

const onSpot = fc
  .record({
    ...common,
    absolute: fc.option(fc.tuple(percent(100), percent(100))),
    stop_profit: orNone(percent(100)),
    slip: orNone(percent(5)),
  })
  .map(
    ({ absolute, ...values }): FormValues => ({
      ...values,
      absolute_profit_flag: absolute === null ? '' : 'Y',
      absolute_profit_rate: absolute?.[0] ?? '',
      volume: absolute?.[1] ?? '',
    }),
  );

describe('conditions', () => {
  it('are the same after they were kept as text', () => {
    fc.assert(
      fc.property(conditions, (given) => {
        expect(parseConditions(formatConditions(given))).toEqual(given);
      }),
      { seed: 165, numRuns: 200 },
    );
  });
});

describe.each([
  ['compose-indicator', testContract(), onContracts],
  ['spot-compose-indicator', testSpec(), onSpot],
] as const)('the payload of %s', (kind, spec, forms) => {
  const { defaults, encode, decode, check } = STRATEGIES[kind];

  it('is taken by the contract, passes the check and decodes to the very form that it came from (C-164, C-166, C-167)', () => {
    fc.assert(
      fc.property(forms, conditions, (changes, given) => {
        const values = { ...defaults(spec), ...changes, conditions: formatConditions(given) };
        expect(check(values, checkContext({ spec }))).toEqual([]);
        const payload = encode(values, spec);
        expect(runStrategyBody.safeParse(JSON.parse(JSON.stringify(payload))).error).toBeUndefined();
        expect(decode(payload, spec)).toEqual(values);
        const paramsOf = (typed: FormValues) => typedParams(STRATEGIES[kind], typed, spec, 1n);
        expect(paramsOf(decode(payload, spec))).toEqual(paramsOf(values));
      }),
      { seed: 164, numRuns: 200 },
    );
  });

  it('is made of whatever stands in the form, and the check answers to anything', () => {
    const names = Object.keys(defaults(spec));
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('-1', '1e9', '__proto__', '{"open":{}}', '[]', 'null'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), junk), (changes) => {
        const values = { ...defaults(spec), ...changes };
        for (const phase of ['typing', 'submit', 'exchange'] as const) check(values, checkContext({ spec, phase }));
        expect(encode(values, spec).params.pair).toBe(spec.market);
      }),
      { seed: 310, numRuns: 300 },
    );
  });
});

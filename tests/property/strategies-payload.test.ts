import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createGridBody } from '#lib/contract/create-bodies.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';

const spec = testSpec();
const { encode, decode, check, defaults, reduce, fields } = STRATEGIES.spot_grid;

const bit = fc.constantFrom('0', '1');
const price = fc.integer({ min: 1, max: 999_999_990 }).map((ticks) => formatTicks(spec, ticks));
/** Percent with at most two decimals. */
const percent = (maxHundredths: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: maxHundredths }).map((hundredths) => formatAmount(BigInt(hundredths) * 1_000_000n));
const money = fc.integer({ min: 1, max: 2_000_000_000 }).map((units) => formatAmount(BigInt(units) * 10_000n));

/** Forms as a trader can leave them: a box that is off has no value behind it. */
const forms = fc
  .record({
    base: fc.record({
      is_use_base: bit,
      low_price: price,
      high_price: price,
      grid_num: fc.integer({ min: 2, max: 1000 }).map(String),
      price_type: bit,
      money,
      stop_check_type: bit,
      store_coin_flag: bit,
      is_less_low_stop: bit,
      is_over_high_stop: bit,
      strategy_name: fc.string({ maxLength: 40 }),
      abstract: fc.string({ maxLength: 200 }),
      follow_fee_rate: fc.integer({ min: 0, max: 30 }).map(String),
      is_hide: bit,
      is_hide_order: bit,
      trigger_price: fc.oneof(fc.constant(''), price),
      init_position_slip: fc.oneof(fc.constant(''), percent(500)),
    }),
    ratio: fc.option(percent(10_000)),
    stopLoss: fc.option(price),
    takeProfit: fc.option(price),
    up: fc.option(price),
    down: fc.option(price),
    momentum: percent(5_000),
  })
  .map(({ base, ratio, stopLoss, takeProfit, up, down, momentum }) => ({
    ...defaults(),
    ...base,
    // Without any stop there is nothing to look at.
    stop_check_type:
      stopLoss === null && takeProfit === null && base.is_less_low_stop === '0' && base.is_over_high_stop === '0'
        ? '0'
        : base.stop_check_type,
    qty_type: ratio === null ? '0' : '1',
    qty_rate: ratio ?? '',
    stop_loss_on: stopLoss === null ? '0' : '1',
    stop_loss: stopLoss ?? '',
    stop_profit_on: takeProfit === null ? '0' : '1',
    stop_profit: takeProfit ?? '',
    trail_up: up === null ? '0' : '1',
    stop_upward_price: up ?? '',
    trail_down: down === null ? '0' : '1',
    stop_downward_price: down ?? '',
    moving_average_momentum: up === null && down === null ? '' : momentum,
  }));

describe('the spot grid payload', () => {
  it('is taken by the contract and decodes to the very form that it came from (C-152, C-153)', () => {
    fc.assert(
      fc.property(forms, (values) => {
        const payload = encode(values, spec);
        expect(createGridBody.safeParse(JSON.parse(JSON.stringify(payload))).error).toBeUndefined();
        expect(decode(payload, spec)).toEqual(values);
      }),
      { seed: 152, numRuns: 500 },
    );
  });
});

describe('the spot grid form', () => {
  it('is never stopped by what somebody types into it: the check answers and the state stays text', () => {
    const names = [
      ...fields.map(({ name }) => name),
      'trail_up',
      'trail_down',
      'stop_upward_price',
      '__proto__',
      'constructor',
    ];
    const typed = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      price,
      bit,
      fc.constantFrom('1e400', '-0', '٣', '。', '00.00', '9'.repeat(400)),
    );
    const changes = fc.array(fc.tuple(fc.constantFrom(...names), typed), { maxLength: 12 });
    fc.assert(
      fc.property(forms, changes, fc.constantFrom('typing', 'submit', 'exchange'), (start, steps, phase) => {
        const end = steps.reduce(
          (values, [field, value]) => reduce(values, field, value, spec),
          start as Record<string, string>,
        );
        for (const value of Object.values(end)) expect(typeof value).toBe('string');
        const issues = check(end, checkContext({ phase: phase as 'typing' }));
        for (const { code, field } of issues) expect([code, field].every((word) => word.length > 0)).toBe(true);
        expect(encode(end, spec).market).toBe(spec.market);
      }),
      { seed: 54, numRuns: 500 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { type FormFacts, formPayload } from '#components/form/creation-payload.ts';
import { INDICATOR_KINDS } from '#lib/contract/vocabulary.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { formatRows } from '#lib/kinds/martingale/definition/rows.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { decimalsOf } from '#lib/money/decimals-of.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** Rules of the create forms that hold for every kind, over the registry. */
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];
const definitionOf = (kind: RunnableKind): AnyDefinition => STRATEGIES[kind] as AnyDefinition;

describe.each(KINDS)('a %s', (kind) => {
  const definition = definitionOf(kind);
  const { spec, good } = KIND_CASES[kind];
  const values = { ...definition.defaults(spec), ...good };
  const sent = (owner: FormFacts['owner']) =>
    formPayload(definition, values, { spec, pairs: [], source: 'manual', owner }) as Record<string, unknown>;

  it('says whose it is meant to be: grids by uid, the others by user_id, a guest not at all (C-152, C-155, C-158, C-162, C-163, C-164)', () => {
    const isGrid = definition.calls.create === 'createGrid';
    const { uid, user_id } = sent({ uid: 'u7', user_id: 7 });
    expect({ uid, user_id }).toEqual(isGrid ? { uid: 'u7', user_id: undefined } : { uid: undefined, user_id: '7' });
    for (const owner of [null, { uid: '', user_id: 0 }]) {
      expect(sent(owner)).not.toHaveProperty('uid');
      expect(sent(owner)).not.toHaveProperty('user_id');
    }
  });

  it('switches send 0 and 1 and nothing else, choices one of their options (C-121, C-123, C-126…C-130, C-135, C-139)', () => {
    const flat = (form: FormValues): Record<string, unknown> => {
      const payload = definition.encode(form, spec) as { params?: object };
      return { ...payload, ...payload.params };
    };
    for (const { name, input, states, options } of definition.fields) {
      if (input !== 'switch' && options === undefined) continue;
      const words = options?.map(({ value }) => value) ?? [...(states ?? ['0', '1'])];
      for (const word of words) {
        const told = flat({ ...values, [name]: word })[WIRE_NAMES[name] ?? name];
        // Boxes of a stop, a trail or a panel are sent as what stands in them.
        if (told !== undefined) expect([name, words.includes(`${told}`)]).toEqual([name, true]);
      }
    }
  });

  it('shows a minimum that can be typed: in the decimals of the amount, never below it (C-240, B13)', () => {
    const money = definition.fields.find(({ name }) => name === 'money');
    const decimals = money?.decimals?.(values, spec) ?? 0;
    for (const least of [1n, 999_999_999n, 3_377_068_263n, 12_345_678_901n]) {
      const text = minimumText(least, decimals);
      expect(decimalsOf(text)).toBeLessThanOrEqual(decimals);
      expect(parseAmount(text)).toBeGreaterThanOrEqual(least);
    }
  });
});

/** Where the form and the wire have two words (X52). */
const WIRE_NAMES: Readonly<Record<string, string>> = { trigger_type: 'trigger_price_type' };

describe.each(INDICATOR_KINDS)('the documented body of a %s', (kind) => {
  it('says no profit share: the bot has the 5 % that such bots begin with (C-164, C-317, C-335)', () => {
    const definition = definitionOf(kind);
    const { spec, good } = KIND_CASES[kind];
    const full = definition.encode({ ...definition.defaults(spec), ...good }, spec) as Record<string, unknown>;
    const { follow_fee_rate: _share, ...documented } = full;
    const read = definition.decode(documented as never, spec);
    expect(definition.check(read, checkContext({ spec, phase: 'exchange' })).map(({ code }) => code)).toEqual([]);
    expect(definition.encode(read, spec)).toMatchObject({ follow_fee_rate: '0.05' });
  });
});

describe('a futures martingale', () => {
  const spec = testContract();
  const definition = definitionOf('contract-martingale');
  const ladder: FormValues = { ...definition.defaults(spec), ...KIND_CASES['contract-martingale'].good, leverage: '5' };
  const about = (field: string, changes: FormValues, minAmount: bigint | null = 10_000_000_000n): readonly Issue[] =>
    definition.check({ ...ladder, ...changes }, checkContext({ spec, minAmount })).filter((one) => one.field === field);

  it('says first that the first order is too small, then that the ladder is (C-234, C-237, C-238)', () => {
    expect(about('money', { money: '5' })[0]).toMatchObject({
      code: 'order.min',
      values: { n: '0.0001', unit: 'BTC' },
    });
    expect(about('money', { money: '99.9999' })[0]?.code).toBe('money.min.create');
    expect(about('money', { money: '100' }, 1n)).toEqual([]);
  });

  it('a loss of 100 ÷ leverage percent is the contract gone: the stop lies below it (E-233)', () => {
    for (const [leverage, within, beyond] of [
      ['1', '99.99', '100'],
      ['5', '19.99', '20'],
      ['10', '9.99', '10'],
    ] as const) {
      expect(about('stop_loss_per_cycle', { leverage, stop_loss_per_cycle: within })).toEqual([]);
      expect(about('stop_loss_per_cycle', { leverage, stop_loss_per_cycle: beyond })[0]?.code).toBe(
        'stop.leverage_limit',
      );
    }
  });
});

describe.each(['martingale', 'contract-martingale'] as const)('the settings of a %s', (kind) => {
  const definition = definitionOf(kind);
  const { spec, good } = KIND_CASES[kind];
  const start = { ...definition.defaults(spec), ...good };

  it('have three transaction types, the low risk one at first (C-131, C-441, M-391)', () => {
    const field = definition.fields.find(({ name }) => name === 'transaction_type');
    expect(field?.options?.map(({ value }) => value).sort()).toEqual([
      'high-risk-arbitrage',
      'hoarding',
      'low-risk-arbitrage',
    ]);
    expect(start.transaction_type).toBe('low-risk-arbitrage');
  });

  it('warn of shares above 10,000 in all, and do not forbid them (C-308, E-227, E-343)', () => {
    const of = (share: string) => ({
      ...start,
      enable_free_params: '1',
      price_step_details: formatRows([
        { price_steps: '0', increasing_share: '1' },
        { price_steps: '1', increasing_share: share },
      ]),
    });
    const said = (share: string) =>
      definition
        .check(of(share), checkContext({ spec }))
        .filter(({ field }) => field === 'price_step_details')
        .map(({ code, severity }) => `${code} ${severity}`);
    expect(said('9999')).toEqual([]);
    expect(said('9999.01')).toEqual(['rows.total warning']);
  });
});

describe('which price a trigger watches', () => {
  it('is asked for where there is a trigger, and nowhere else (C-126, C-157)', () => {
    const field = STRATEGIES.futures_grid.fields.find(({ name }) => name === 'trigger_type');
    const spec = testContract();
    for (const [trigger_price, isThere] of [
      ['', false],
      ['0', false],
      ['59000', true],
    ] as const) {
      expect(field?.isShown?.({ ...STRATEGIES.futures_grid.defaults(), trigger_price }, spec)).toBe(isThere);
    }
  });
});

describe('the most leverage', () => {
  const spot = testSpec();
  const found = (kind: RunnableKind, leverage: string, leverageMax: number | null): readonly string[] => {
    const definition = definitionOf(kind);
    const spec = KIND_CASES[kind].spec;
    return definition
      .check(
        { ...definition.defaults(spec), ...KIND_CASES[kind].good, leverage },
        checkContext({ spec, leverageMax, phase: 'exchange' }),
      )
      .filter(({ field, severity }) => field === 'leverage' && severity === 'error')
      .map(({ code }) => code);
  };

  it('of a margin pair is what the pair says, 10 where it says nothing (C-290, M-371)', () => {
    expect(found('margin_grid', '10', null)).toEqual([]);
    expect(found('margin_grid', '11', null)).toEqual(['range']);
    expect(found('margin_grid', '20', 20)).toEqual([]);
    expect(found('margin_grid', '21', 20)).toEqual(['range']);
    expect(found('margin_grid', '4', 3)).toEqual(['range']);
    expect(found('margin_grid', '1', 20)).toEqual(['range']);
    const values = { ...STRATEGIES.margin_grid.defaults(), ...KIND_CASES.margin_grid.good, leverage: '20' };
    expect(typedParams(STRATEGIES.margin_grid, values, spot, 100_000n).leverage).toBe(20);
  });

  it.each([
    ['futures_grid', '50'],
    ['contract-martingale', '50'],
    ['compose-indicator', '10'],
    ['spot-future-arbitrage', '3'],
  ] as const)(
    'of a %s is %s, and what the exchange says can but narrow it (C-287, C-291, C-292, C-416, E-346, M-370)',
    (kind, most) => {
      expect(found(kind, most, null)).toEqual([]);
      expect(found(kind, `${Number(most) + 1}`, 100)).toEqual(['range']);
      expect(found(kind, most, Number(most) - 1)).toEqual(['range']);
    },
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
import { PRESET_KINDS, STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS, isCreatable, isMadeOn } from '#lib/kinds/catalogue.ts';
import { definitionOf, STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { PICKER_CLASSES } from '#lib/strategies/kind-facts.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { checkContext, sellingForm, spotGridForm } from '#tests/support/spot-grid-forms.ts';
import { gridParams, strategyRow } from '#tests/support/strategy-rows.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** The kinds that the documents describe: what they say of all kinds, they say of these. */
const OF_DOCUMENTS = STRATEGY_TYPES.filter((kind) => !KIND_FACTS[kind].needsAnnouncing);
const KINDS = Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[];

describe.each(KINDS)('the definition of %s', (kind) => {
  const definition = definitionOf(kind);
  const { spec, good, bad } = KIND_CASES[kind];
  const context = (changes: Partial<CheckContext>): CheckContext => checkContext({ spec, ...changes });
  const errorsOf = (values: FormValues, phase: CheckContext['phase']) =>
    definition.check(values, context({ phase })).filter(({ severity }) => severity === 'error');

  it('has an engine and stands in the catalogue under the same word (design: one definition per kind)', () => {
    expect(Object.hasOwn(MACHINES, kind)).toBe(true);
    expect(definition.kind).toBe(kind);
    expect(Object.hasOwn(KIND_FACTS, kind)).toBe(true);
  });

  it('accepts its good values in every phase', () => {
    for (const phase of ['typing', 'submit', 'exchange'] as const) {
      expect(errorsOf(good, phase)).toEqual([]);
    }
  });

  it.each(bad)('refuses %j at %s with %s, in the form and again at the exchange', (change, field, code) => {
    for (const phase of ['submit', 'exchange'] as const) {
      expect(errorsOf({ ...good, ...change }, phase)[0]).toMatchObject({ field, code });
    }
  });

  it('says by the payload alone in what it is invested, as by the form', () => {
    for (const form of [good, { ...good, is_use_base: '1' }]) {
      expect(definition.investmentAsset(definition.encode(form, spec), spec)).toBe(
        definition.investmentAsset(form, spec),
      );
    }
  });

  it('refuses nothing but the limits that it knows while a form is still empty (C-230)', () => {
    const empty = context({ phase: 'typing', lastTicks: null });
    expect(definition.check(definition.defaults(), empty)).toEqual([]);
  });

  it('starts with a value for every field and keeps names apart (C-054)', () => {
    const names = definition.fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const defaults = definition.defaults();
    for (const field of definition.fields) {
      if (field.input !== 'panel') expect(defaults).toHaveProperty(field.name);
    }
  });

  it('orders its blocks: strategy, amount, advanced (C-054)', () => {
    const sections = definition.fields.map(({ section }) => section);
    const order = ['strategy', 'amount', 'advanced'];
    expect(sections).toEqual([...sections].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  it('gives the owner parameters, trades and – where orders rest – orders of a bot that runs (C5)', () => {
    const running = strategyRow({ strategy_type: kind, status: 'running' });
    const shown: readonly string[] = [...definition.tabs(running), ...(definition.overviewBlocks?.(running) ?? [])];
    expect(shown).toContain('parameters');
    expect(shown.some((part) => ['trade-history', 'current-round', 'arbitrage-records'].includes(part))).toBe(true);
    // Orders of a grid rest all the time.
    if (KIND_FACTS[kind].profits === 'grid') expect(shown).toContain('open-orders');
    // A row for everything that was set: an owner never has to guess (the infinite grid's fractions among it).
    const rows = definition.parameterRows(gridParams({ trigger_price: '55000' }), spec);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    // A price of whatever kind is written to the tick (C10).
    for (const row of rows.filter(({ label }) => ['rows.price_range', 'rows.trigger_price'].includes(label)))
      expect(row).toHaveProperty('priceDecimals', spec.priceDecimals);
    const ended = strategyRow({ strategy_type: kind, status: 'finished' });
    const left: readonly string[] = [...definition.tabs(ended), ...(definition.overviewBlocks?.(ended) ?? [])];
    expect(left).toContain('parameters');
    expect(left).not.toContain('open-orders');
  });

  it('has name, description and the hide flags as form values and sends them (C-127, C-074)', () => {
    const texts = { strategy_name: 'mine', abstract: 'calm', is_hide: '1', is_hide_order: '1' };
    for (const name of Object.keys(texts)) expect(definition.defaults()).toHaveProperty(name);
    expect(definition.encode({ ...good, ...texts }, spec)).toMatchObject({ ...texts, is_hide: 1, is_hide_order: 1 });
  });

  it('sends what the contract takes and shows it again as it was typed (C-152, X53)', () => {
    const payload = definition.encode(good, spec);
    const body = definition.calls.create === 'createGrid' ? createGridBody : runStrategyBody;
    expect(body.safeParse(payload).error).toBeUndefined();
    expect(definition.decode(payload as never, spec)).toEqual(good);
  });
});

describe('the folders of the kinds', () => {
  const kinds = fileURLToPath(new URL('../../lib/kinds', import.meta.url));
  const folders = readdirSync(kinds, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

  it('have the same files, which three registries take from them and nobody else (issue 9)', () => {
    const registries: Readonly<Record<string, readonly string[]>> = {
      'facts.ts': ['facts'],
      'definitions.ts': ['definition'],
      'machines.ts': ['engine', 'help', 'exchange'],
    };
    const files = ['params', 'facts', 'definition', 'decisions', 'engine', 'exchange', 'demo', 'help'];
    expect(folders.length).toBeGreaterThan(7);
    for (const folder of folders)
      expect(readdirSync(join(kinds, folder)), folder).toEqual(
        expect.arrayContaining(files.map((file) => `${file}.ts`)),
      );
    const taken = readdirSync(kinds)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const text = readFileSync(join(kinds, name), 'utf8');
        return folders.some((folder) => text.includes(`'./${folder}/`)) ? [[name, text] as const] : [];
      });
    expect(taken.map(([name]) => name).sort()).toEqual(Object.keys(registries).sort());
    for (const [name, text] of taken)
      for (const folder of folders)
        for (const file of registries[name] ?? []) expect(text).toContain(`'./${folder}/${file}.ts'`);
  });
});

describe('the catalogue', () => {
  it('knows every kind of the wire (C-004, H5)', () => {
    expect(Object.keys(KIND_FACTS).sort()).toEqual([...STRATEGY_TYPES].sort());
    // The documents order their own kinds; where one of ours stands is its own facts' to say.
    const classOf = (name: string): string[] => OF_DOCUMENTS.filter((kind) => KIND_FACTS[kind].pickerClass === name);
    expect(PICKER_CLASSES.map(classOf)).toEqual([
      ['spot_grid', 'futures_grid', 'margin_grid', 'infinite_grid'],
      ['martingale', 'contract-martingale'],
      ['smart-position', 'spot-future-arbitrage'],
      ['compose-indicator', 'spot-compose-indicator'],
    ]);
    expect(KIND_FACTS['recurring-buy'].pickerClass).toBe('average-cost');
    for (const kind of ['custom-strategy', ...PRESET_KINDS] as const)
      expect(KIND_FACTS[kind]).toMatchObject({ pickerClass: 'expert', needsAnnouncing: true });
  });

  it('tags only spot grid and infinite grid as low-fee (C-041)', () => {
    expect(STRATEGY_TYPES.filter((kind) => KIND_FACTS[kind].hasLowFeeTag)).toEqual(['spot_grid', 'infinite_grid']);
  });

  it('offers exactly the kinds that run, so that no card is a dead end (C-033)', () => {
    expect([...CREATABLE_KINDS].sort()).toEqual(Object.keys(STRATEGIES).sort());
    expect([...CREATABLE_KINDS].sort()).toEqual([...STRATEGY_TYPES].sort());
    expect(isCreatable('auto-investment')).toBe(false);
    expect(isCreatable('__proto__')).toBe(false);
  });

  it('creates futures kinds on the futures page and the others on the trade page (C-023, C-024, H1)', () => {
    expect(STRATEGY_TYPES.filter((kind) => KIND_FACTS[kind].page === 'futures')).toEqual([
      'futures_grid',
      'contract-martingale',
      'compose-indicator',
    ]);
    expect(STRATEGY_TYPES.filter((kind) => KIND_FACTS[kind].page === 'both')).toEqual([
      'custom-strategy',
      ...PRESET_KINDS,
    ]);
    expect([isMadeOn('macd', 'trade'), isMadeOn('macd', 'futures'), isMadeOn('spot_grid', 'futures')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

const spec = testSpec();

describe('the spot grid form', () => {
  const sectionOf = (name: string): string | undefined =>
    STRATEGIES.spot_grid.fields.find((field) => field.name === name)?.section;

  it('begins with fund type, price range, number of grids and the trailing panel (C-063, C-066, C-098)', () => {
    for (const name of ['is_use_base', 'low_price', 'high_price', 'grid_num', 'price_type', 'trailing']) {
      expect(sectionOf(name)).toBe('strategy');
    }
    expect(sectionOf('money')).toBe('amount');
  });

  it('has profit share, name, description, hide flags and keep-coin among its advanced settings (C-074, C-075, C-076)', () => {
    for (const name of [
      'follow_fee_rate',
      'strategy_name',
      'abstract',
      'is_hide',
      'is_hide_order',
      'store_coin_flag',
    ]) {
      expect(sectionOf(name)).toBe('advanced');
    }
  });

  it('invests the quote asset, or base when the trader holds it (C-063)', () => {
    expect(STRATEGIES.spot_grid.investmentAsset(spotGridForm(), spec)).toBe('USDT');
    expect(STRATEGIES.spot_grid.investmentAsset(sellingForm(), spec)).toBe('BTC');
  });
});

describe('the spot grid payload', () => {
  const { encode, decode } = STRATEGIES.spot_grid;
  const paramsOf = (values: FormValues, on: MarketSpec, feeRate: bigint) =>
    typedParams(STRATEGIES.spot_grid, values, on, feeRate);

  it('names every documented field (C-152, C-153, X53)', () => {
    const payload = encode(spotGridForm({ trigger_price: '55000', init_position_slip: '1' }), spec);
    expect(payload).toMatchObject({
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      instrument_type: 'spot',
      leverage: '1',
      low_price: '50000',
      high_price: '70000',
      grid_num: '20',
      price_type: '0',
      is_use_base: '0',
      money: '1000',
      stop_loss: '',
      stop_profit: '',
      qty_type: '0',
      qty_rate: '',
      store_coin_flag: 0,
      stop_upward_price: '',
      stop_downward_price: '',
      moving_average_momentum: '',
      trigger_price: '55000',
      init_position_slip: '0.01',
      param_source: 'manual',
      strategy_name: '',
      abstract: '',
      is_hide: 0,
      is_hide_order: 0,
    });
  });

  it('says what it invests in by the string 0 or 1; the call takes nothing else (C-121)', () => {
    const inQuote = encode(spotGridForm(), spec);
    expect(inQuote.is_use_base).toBe('0');
    expect(encode(sellingForm(), spec).is_use_base).toBe('1');
    expect(createGridBody.safeParse(inQuote).error).toBeUndefined();
    for (const other of ['2', '', 'true', 1, true]) {
      expect(createGridBody.safeParse({ ...inQuote, is_use_base: other }).success, String(other)).toBe(false);
    }
  });

  it('sends percents as fractions, exactly (C-124, C-138, C-425, E-374)', () => {
    const payload = encode(
      spotGridForm({
        follow_fee_rate: '7',
        qty_type: '1',
        qty_rate: '0.07',
        trail_up: '1',
        stop_upward_price: '105000',
        moving_average_momentum: '2',
        init_position_slip: '0.29',
      }),
      spec,
    );
    expect(payload).toMatchObject({
      follow_fee_rate: '0.07',
      qty_rate: '0.0007',
      moving_average_momentum: '0.02',
      init_position_slip: '0.0029',
    });
  });

  it('clamps the number of grids to 1000 and no further (X1, E-213)', () => {
    expect(encode(spotGridForm({ grid_num: '1001' }), spec).grid_num).toBe('1000');
    expect(encode(spotGridForm({ grid_num: '1000' }), spec).grid_num).toBe('1000');
  });

  it('writes numbers plainly however they were typed (C-339)', () => {
    expect(encode(spotGridForm({ low_price: '050000.50', money: '.5', high_price: '70000.' }), spec)).toMatchObject({
      low_price: '50000.5',
      money: '0.5',
      high_price: '70000',
    });
  });

  it('reads zero stops, triggers and trail limits as not set (X3)', () => {
    const payload = {
      ...encode(spotGridForm(), spec),
      stop_loss: '0',
      stop_profit: '0.0',
      trigger_price: '0',
      stop_upward_price: '0',
    };
    expect(decode(payload, spec)).toMatchObject({
      stop_loss_on: '0',
      stop_profit_on: '0',
      trigger_price: '',
      trail_up: '0',
    });
  });

  it('becomes exact engine parameters (C-121…C-137, H10, H18)', () => {
    const values = sellingForm({
      price_type: '1',
      qty_type: '1',
      qty_rate: '1.5',
      trigger_price: '65000',
      stop_loss_on: '1',
      stop_loss: '80000',
      stop_profit_on: '1',
      stop_profit: '45000',
      stop_check_type: '1',
      trail_up: '1',
      stop_upward_price: '105000',
      moving_average_momentum: '2.25',
      init_position_slip: '0.5',
      store_coin_flag: '1',
      is_less_low_stop: '1',
    });
    expect(paramsOf(values, spec, 25_000n)).toEqual({
      spec,
      lowTicks: 500_000,
      highTicks: 700_000,
      gridCount: 20,
      spacing: 'geometric',
      investIn: 'base',
      investment: 10_000_000n,
      quantity: { type: 'ratio', ratioE8: 1_500_000n },
      triggerTicks: 650_000,
      stopLossTicks: 800_000,
      takeProfitTicks: 450_000,
      stopCheck: 'tick',
      stopBelowRange: true,
      stopAboveRange: false,
      trailUpLimitTicks: 1_050_000,
      trailDownLimitTicks: null,
      momentumE8: 2_250_000n,
      openingSlippageE8: 500_000n,
      keepCoins: true,
      feeRate: 25_000n,
    });
  });

  it('takes only what is switched on (C-196, C-200)', () => {
    const prices = {
      stop_loss: '45000',
      stop_profit: '80000',
      stop_upward_price: '105000',
      stop_downward_price: '25000',
    };
    expect(paramsOf(spotGridForm(prices), spec, 0n)).toMatchObject({
      stopLossTicks: null,
      takeProfitTicks: null,
      trailUpLimitTicks: null,
      trailDownLimitTicks: null,
    });
    const on = spotGridForm({ ...prices, trail_down: '1', is_over_high_stop: '1', moving_average_momentum: '2' });
    expect(paramsOf(on, spec, 0n)).toMatchObject({ trailDownLimitTicks: 250_000, stopAboveRange: true });
  });

  it('checks stops on the candle close unless real time is asked for (H10)', () => {
    expect(paramsOf(spotGridForm(), spec, 0n)).toMatchObject({ stopCheck: 'close', openingSlippageE8: null });
  });

  it('makes no engine parameters of values that the check refuses', () => {
    expect(() => paramsOf(spotGridForm({ money: '' }), spec, 0n)).toThrow();
  });
});

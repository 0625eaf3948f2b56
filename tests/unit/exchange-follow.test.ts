import { describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { closeParams } from './closed-params.ts';
import { follow } from './copied-bots.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const FUNDPASS = 'paper-fund';

const moneyOf = (kind: RunnableKind, exchange: TestExchange): string => {
  const body = KIND_BODIES[kind].body(exchange) as { money?: string; params?: { begin_money_amount: string } };
  return body.money ?? body.params?.begin_money_amount ?? '';
};

async function twoTraders() {
  const exchange = await openTestExchange(temporaryFolder());
  return { exchange, provider: await exchange.trader(), copier: await exchange.trader('copier') };
}

describe('following', () => {
  it.each(RUNNABLE_KINDS)(
    'a %s makes the same machine with the copier’s money (C-002, C-019, C-355, M-330, M-331, M-332)',
    async (kind) => {
      const { exchange, provider, copier } = await twoTraders();
      const id = await startKind(exchange, provider, kind);
      const source = await rowOf(exchange, provider, id, kind);
      const { code, data } = await follow(exchange, copier, kind, id, source.money);
      expect({ code, data }).toMatchObject({ code: 200 });
      await exchange.pass(1_000);
      const copy = await rowOf(exchange, copier, data.strategy_id, kind);
      expect(copy).toMatchObject({
        strategy_type: kind,
        follow_id: id,
        follow_name: source.strategy_name,
        follow_fee_rate: source.follow_fee_rate,
        money_asset: source.money_asset,
        is_open_params: 1,
      });
      const { unit_qty: _copied, asset_info: own, is_use_base: _brought, ...params } = copy.params;
      const { unit_qty: _unit, asset_info: theirs, is_use_base: _coins, ...standing } = source.params;
      // What coins are kept worth is what the money bought at the price of its opening.
      const { begin_money_amount, constant_value } = params;
      expect(params).toEqual({ ...standing, begin_money_amount, constant_value });
      const shares = (list: { asset: string; rate: string }[]) => list.map(({ asset, rate }) => [asset, rate]);
      expect(shares(own)).toEqual(shares(theirs));
      // Whoever shares it is told so, and so is everybody who looks.
      expect((await rowOf(exchange, provider, id, kind)).follow_num).toBe(1);
      const { anonymous } = source.user_info;
      const { data: shared } = await exchange.send('signalerStrategies', { query: { anonymous } });
      expect(shared).toMatchObject([{ strategy_id: id, strategy_type: kind, follow_num: 1 }]);
    },
  );

  it.each(RUNNABLE_KINDS)(
    'of a %s of which no share was said costs 5 percent of the profit; one that was said stands (C-021, M-008, E-251)',
    async (kind) => {
      const { exchange, provider, copier } = await twoTraders();
      const told = async (follow_fee_rate: string | undefined) => {
        const id = await startKind(exchange, provider, kind, { follow_fee_rate });
        return (await exchange.send('followTerms', { who: copier, body: { follow_id: id } })).data.follow_fee_rate;
      };
      expect([await told(undefined), await told('0.1')]).toEqual(['0.05', '0.1']);
    },
  );

  it('offers trial funds for copies of listed markets and kinds alone, and for none that keeps coins (C-022, C-233)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const offered = async (id: number) =>
      (await exchange.send('followTerms', { who: copier, body: { follow_id: id } })).data.trial_available;
    const shown: Record<string, string> = {};
    for (const kind of ['spot_grid', 'infinite_grid', 'martingale', 'smart-position'] as const)
      shown[kind] = await offered(await startKind(exchange, provider, kind));
    expect(shown).toEqual({ spot_grid: '100', infinite_grid: '0', martingale: '0', 'smart-position': '0' });
    expect(await offered(await startGrid(exchange, provider, { store_coin_flag: 1 }))).toBe('0');
  });

  it('takes whole payloads that say what the original is, and refuses by field what it is not (C-355)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    const { strategy_type: _kind, fundpass, ...whole } = gridBody(exchange);
    const said = { ...(await detail(exchange, provider, id)).params };
    const ranged = { ...whole, low_price: said.low_price, high_price: said.high_price, follow_id: id, fundpass };
    expect(await exchange.send('followGrid', { who: copier, body: ranged })).toMatchObject({ code: 200 });
    for (const [field, value] of [
      ['grid_num', '31'],
      ['low_price', '1'],
      ['store_coin_flag', 1],
      ['stop_upward_price', '900000'],
      ['follow_fee_rate', '0'],
      ['side', 'sell'],
    ] as const) {
      const reply = await exchange.send('followGrid', { who: copier, body: { ...ranged, [field]: value } });
      expect({ field, reply }).toMatchObject({ reply: { code: 422, data: { field, issue: 'follow-differs' } } });
    }
  });

  it.each(['futures_grid', 'smart-position', 'martingale'] as const)(
    'takes a stop loss of 0 of a copy of a %s for none, whatever the original has (M-259)',
    async (kind) => {
      const { exchange, provider, copier } = await twoTraders();
      const id = await startKind(exchange, provider, kind);
      const field = kind === 'martingale' ? 'stop_loss_per_cycle' : 'stop_loss';
      const { data, code } = await follow(exchange, copier, kind, id, '2000', { [field]: '0' });
      expect({ code, data }).toMatchObject({ code: 200 });
      expect(Number((await rowOf(exchange, copier, data.strategy_id, kind)).params[field])).toBe(0);
    },
  );

  it('takes the copier’s own money, leverage, stops and name', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startKind(exchange, provider, 'futures_grid');
    const own = { leverage: '3', stop_loss: '0.2', strategy_name: 'My own' };
    const { data, code } = await follow(exchange, copier, 'futures_grid', id, '777', own);
    expect({ code, data }).toMatchObject({ code: 200 });
    const copy = await rowOf(exchange, copier, data.strategy_id, 'futures_grid');
    expect(copy).toMatchObject({ money: '777', leverage: '3', strategy_name: 'My own', is_hide: 1 });
    expect(copy.params).toMatchObject({ stop_loss: '0.2', leverage: '3' });
    const spot = await startGrid(exchange, provider);
    expect(await follow(exchange, copier, 'spot_grid', spot, '500', { leverage: '2' })).toMatchObject({ code: 422 });
  });

  it.each([
    ['spot_grid', (price: (factor: number) => string) => ({ stop_loss: price(0.9), stop_profit: price(1.1) })],
    ['infinite_grid', (price: (factor: number) => string) => ({ stop_loss: price(0.9), stop_profit: price(1.1) })],
    ['futures_grid', () => ({ stop_loss: '0.1', stop_profit: '0.3' })],
  ] as const)(
    'of a %s without its stops says no more how often they are looked at (C-019, H10)',
    async (kind, stopsAt) => {
      const { exchange, provider, copier } = await twoTraders();
      const stops = stopsAt((factor) => priceAt(exchange, 'BTC_USDT', factor));
      const none = { stop_loss: '', stop_profit: '' };
      const id = await startKind(exchange, provider, kind, { ...stops, stop_check_type: 1 });
      const { money } = await rowOf(exchange, provider, id, kind);
      const checkOf = async (more: object) => {
        const { code, data } = await follow(exchange, copier, kind, id, money, more);
        return code === 200 ? (await rowOf(exchange, copier, data.strategy_id, kind)).params.stop_check_type : data;
      };
      expect([await checkOf({}), await checkOf(none)]).toEqual([1, 0]);
      const body = { ...none, fundpass: FUNDPASS };
      expect(await exchange.send('changeGridParams', { who: provider, path: { id }, body })).toMatchObject({
        code: 200,
      });
      expect(await checkOf({})).toBe(0);
    },
  );

  it.each([
    ['spot_grid', 'is_less_low_stop'],
    ['spot_grid', 'is_over_high_stop'],
    ['futures_grid', 'is_less_low_stop'],
    ['futures_grid', 'is_over_high_stop'],
  ] as const)('of a %s looks at the end of its range as often as the original does (%s, C-019)', async (kind, stop) => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startKind(exchange, provider, kind, { [stop]: 1, stop_check_type: 1 });
    const { money } = await rowOf(exchange, provider, id, kind);
    const { data } = await follow(exchange, copier, kind, id, money);
    expect((await rowOf(exchange, copier, data.strategy_id, kind)).params).toMatchObject({
      [stop]: 1,
      stop_check_type: 1,
    });
  });

  it.each([
    ['open', {}],
    ['closed', { is_hide: 1 }],
  ] as const)(
    'of a bot whose parts shrink with the money says how much is enough for them, %s or not',
    async (_, more) => {
      const { exchange, provider, copier } = await twoTraders();
      const id = await startKind(exchange, provider, 'recurring-buy', {
        params: { begin_money_amount: '10000', each_amount: '100', asset_info: [{ asset: 'BTC', rate: '1' }] },
        is_hide: 0,
        ...more,
      });
      if ('is_hide' in more) {
        await exchange.send('hideStrategy', {
          who: provider,
          body: { strategy_id: Number(id), strategy_type: 'recurring-buy', is_hide: 0 },
        });
      }
      const termsOf = async (money: string) =>
        (await exchange.send('followTerms', { who: copier, body: { follow_id: Number(id), money } })).data;
      // A purchase of a hundredth, of at least 10.
      expect(await termsOf('')).toMatchObject({ min_amount: '1000', issue: { field: 'money', issue: 'money.empty' } });
      const tooLittle = { field: 'money', issue: 'money.min.copy', values: { min: '1000', unit: 'USDT' } };
      expect(await termsOf('999.99')).toMatchObject({ min_amount: '1000', issue: tooLittle });
      expect(await termsOf('1000')).toMatchObject({ min_amount: '1000', issue: null });
      expect(await follow(exchange, copier, 'recurring-buy', id, '100')).toMatchObject({ code: 422, data: tooLittle });
      const preview = await exchange.send('followPreview', {
        who: copier,
        body: { follow_id: Number(id), money: '100' },
      });
      expect(preview.data).toMatchObject({ outcome: 'below-least' });
      expect(await follow(exchange, copier, 'recurring-buy', id, '1000')).toMatchObject({ code: 200 });
    },
  );

  it('says of such a bot the same least whatever is typed: with more money it was told the one purchase that it would make', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startKind(exchange, provider, 'recurring-buy', {
      params: { begin_money_amount: '1000', each_amount: '100', asset_info: [{ asset: 'BTC', rate: '1' }] },
      is_hide: 0,
    });
    for (const money of ['', '50', '100', '500', '5000']) {
      const terms = { who: copier, body: { follow_id: Number(id), money } };
      expect([money, (await exchange.send('followTerms', terms)).data.min_amount]).toEqual([money, '100']);
    }
  });

  it('scales what goes by the money: purchases, and first orders in whole contracts', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const buy = await startKind(exchange, provider, 'recurring-buy');
    const source = await rowOf(exchange, provider, buy, 'recurring-buy');
    const { data } = await follow(exchange, copier, 'recurring-buy', buy, String(Number(source.money) * 2));
    const copy = await rowOf(exchange, copier, data.strategy_id, 'recurring-buy');
    expect(Number(copy.params.each_amount)).toBe(Number(source.params.each_amount) * 2);
  });

  it('is refused of one’s own, of unknown, ended and hidden bots, of copies, and by the other call', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    const refused = async (who: Who, of: number, kind: RunnableKind = 'spot_grid') => {
      const { code, data } = await follow(exchange, who, kind, of, '500');
      return [code, data.issue];
    };
    expect(await refused(provider, id)).toEqual([409, 'follow-own']);
    expect(await refused(copier, 999_999)).toEqual([404, 'bot-unknown']);
    expect(await refused(copier, id, 'martingale')).toEqual([422, 'kind-unknown']);
    const { data } = await follow(exchange, copier, 'spot_grid', id, '500');
    await exchange.send('hideStrategy', { who: copier, body: shown(data.strategy_id, 0) });
    expect(await refused(provider, data.strategy_id)).toEqual([409, 'follow-copy']);
    await exchange.send('hideStrategy', { who: provider, body: shown(id, 1) });
    expect(await refused(copier, id)).toEqual([409, 'follow-hidden']);
    await exchange.send('hideStrategy', { who: provider, body: shown(id, 0) });
    await exchange.send('cancelGrid', { who: provider, path: { id }, body: { fundpass: FUNDPASS } });
    await exchange.pass(3_000);
    expect(await refused(copier, id)).toEqual([409, 'follow-ended']);
  });

  it('tells who sees a copy nothing of an original that is hidden from him (H54)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    const { data } = await follow(exchange, copier, 'spot_grid', id, '500');
    await exchange.send('hideStrategy', { who: copier, body: shown(data.strategy_id, 0) });
    const query = { strategy_id: data.strategy_id, strategy_type: 'spot_grid' };
    const byGuest = async () => (await exchange.send('strategyDetail', { query })).data;
    const { strategy_name: name } = await detail(exchange, provider, id);
    expect(await byGuest()).toMatchObject({ follow_name: name, follow_info: { nickname: expect.anything() } });
    await exchange.send('hideStrategy', { who: provider, body: shown(id, 1) });
    expect(await byGuest()).toMatchObject({ follow_id: id, follow_name: '', follow_info: null });
    expect(await detail(exchange, copier, data.strategy_id)).toMatchObject({ follow_name: name });
    expect(await detail(exchange, provider, data.strategy_id)).toMatchObject({ follow_name: name });
  });

  it('says too little and too much money in the copy form’s words (M-254, M-255)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    for (const [money, issue] of [
      ['1', 'money.min.copy'],
      ['99999999', 'money.balance.copy'],
    ] as const) {
      const reply = await follow(exchange, copier, 'spot_grid', id, money);
      expect(reply).toMatchObject({ code: 422, data: { field: 'money', issue } });
    }
  });

  it('is done once under one key', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    const ask = { who: copier, body: { follow_id: id, money: '500', fundpass: FUNDPASS }, key: 'a'.repeat(36) };
    const first = await exchange.send('followGrid', ask);
    expect(await exchange.send('followGrid', ask)).toEqual(first);
    expect((await detail(exchange, provider, id)).follow_num).toBe(1);
  });
});

describe('the copies of one bot', () => {
  it('of one account are ten at most that live; of those that ended only sums are kept, and they count for nobody', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startGrid(exchange, provider);
    const made: number[] = [];
    for (let i = 0; i < 10; i += 1)
      made.push((await follow(exchange, copier, 'spot_grid', id, '100')).data.strategy_id);
    const refused = { code: 409, data: { issue: 'follow-often', values: { max: '10' } } };
    expect(await follow(exchange, copier, 'spot_grid', id, '100')).toMatchObject(refused);
    expect(await exchange.send('followTerms', { who: copier, body: { follow_id: id } })).toMatchObject(refused);
    await exchange.pass(1_000);
    const figures = async () => ({
      ...(await exchange.send('strategyRanking', { query: { strategy_id: id, strategy_type: 'spot_grid' } })).data,
      follow_num: (await detail(exchange, provider, id)).follow_num,
    });
    expect(await figures()).toMatchObject({ follow_num: 10, total_follow_money: '1000' });
    const path = { id: made[0] ?? 0 };
    const ended = await exchange.send('cancelGrid', { who: copier, path, body: { fundpass: FUNDPASS } });
    expect(ended.code).toBe(200);
    const whole = await figures();
    // At the next turn it goes to the archive: what it came to stays counted, to the last unit.
    await exchange.pass(3_000);
    expect(whole).toMatchObject({ follow_num: 9, total_follow_money: '1000' });
    expect(await figures()).toMatchObject({ follow_num: 9, total_follow_money: '1000' });
    expect((await follow(exchange, copier, 'spot_grid', id, '100')).code).toBe(200);
    expect((await figures()).follow_num).toBe(10);
  });
});

describe('following a bot whose parameters are hidden', () => {
  async function closedGrid(kind: 'spot_grid' | 'futures_grid' = 'spot_grid', changes = {}) {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const id = await startKind(first, await first.trader(), kind, changes);
    await first.kill();
    closeParams(folder);
    const exchange = await openTestExchange(folder, { clock: first.clock });
    await exchange.pass(1_000);
    return { exchange, id, provider: await exchange.trader(), copier: await exchange.trader('copier') };
  }

  it('tells by no offer of trial funds whether it keeps its coins, and names that in no answer to them (C-022, H54)', async () => {
    const told = [];
    for (const store_coin_flag of [0, 1]) {
      const { exchange, id, copier } = await closedGrid('spot_grid', { store_coin_flag });
      const body = { follow_id: id, money: '500' };
      const { data } = await exchange.send('followTerms', { who: copier, body });
      const asked = await exchange.send('followTerms', { who: copier, body: { ...body, use_experience: 1 } });
      told.push([data.trial_available, asked.data.issue?.field]);
    }
    expect(told).toEqual([
      ['100', undefined],
      ['100', undefined],
    ]);
  });

  it('works without being told them, and tells the copier none of them', async () => {
    const { exchange, id, provider, copier } = await closedGrid();
    const { params } = await detail(exchange, provider, id);
    const { data } = await follow(exchange, copier, 'spot_grid', id, '500');
    await exchange.pass(1_000);
    const copy = await detail(exchange, copier, data.strategy_id);
    expect(copy).toMatchObject({ params: null, is_open_params: 0, follow_id: id, money: '500' });
    const terms = await exchange.send('followTerms', { who: copier, body: { follow_id: id, money: '500' } });
    expect(terms.data).toMatchObject({ payload: null, issue: null, is_open_params: 0, stops: { of: '' } });
    for (const told of [copy, terms.data]) {
      expect(JSON.stringify(told)).not.toContain(params.low_price);
      expect(JSON.stringify(told)).not.toContain(params.high_price);
    }
  });

  it('tells where a copy would be liquidated to copiers alone: a stranger would reckon the range from it (H54)', async () => {
    const { exchange, id, copier } = await closedGrid('futures_grid');
    const pricesFor = async (leverage: string) => {
      const { data } = await exchange.send('followTerms', {
        who: copier,
        body: { follow_id: id, money: '500', leverage },
      });
      expect(data.issue).toBeNull();
      return [data.liq_price, data.short_liq_price, data.held_liq_price, data.held_short_liq_price];
    };
    for (const leverage of ['2', '20']) expect(await pricesFor(leverage)).toEqual(['--', '--', '--', '--']);
    expect((await follow(exchange, copier, 'futures_grid', id, '500')).code).toBe(200);
    expect((await pricesFor('20')).some((price) => Number(price) > 0)).toBe(true);
  });

  it('answers right and wrong guesses of a parameter alike', async () => {
    const { exchange, id, provider, copier } = await closedGrid();
    const { params } = await detail(exchange, provider, id);
    for (const field of ['low_price', 'grid_num', 'stop_loss'] as const) {
      const right = await follow(exchange, copier, 'spot_grid', id, '500', { [field]: params[field] || '1' });
      const wrong = await follow(exchange, copier, 'spot_grid', id, '500', { [field]: '77' });
      expect(right).toEqual(wrong);
      expect(right.code).toBe(422);
    }
  });
});

describe('the terms of a copy', () => {
  it.each(RUNNABLE_KINDS)('of a %s say what it needs and would be', async (kind) => {
    const { exchange, provider, copier } = await twoTraders();
    const id = await startKind(exchange, provider, kind);
    const money = (await rowOf(exchange, provider, id, kind)).money;
    const { code, data } = await exchange.send('followTerms', { who: copier, body: { follow_id: id, money } });
    expect({ code, data }).toMatchObject({ code: 200, data: { strategy_type: kind, issue: null, is_open_params: 1 } });
    expect(Number(data.min_amount)).toBeGreaterThan(0);
    const less = await exchange.send('followTerms', { who: copier, body: { follow_id: id, money: '0.5' } });
    expect(less.data.issue).toMatchObject({ code: 422 });
    expect(moneyOf(kind, exchange)).not.toBe('');
  });
});

const shown = (strategy_id: number, is_hide: 0 | 1) => ({ strategy_id, strategy_type: 'spot_grid', is_hide });

function detail(exchange: TestExchange, who: Who, id: number) {
  return rowOf(exchange, who, id, 'spot_grid');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { formPayload } from '#components/form/creation-payload.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { runSearchJob } from '#server/exchange/ai/ai-search.ts';
import { searchedSpecs, searchJobs } from '#server/exchange/ai/search-jobs.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import { formatBotRecord, parseBotRecord } from '#server/exchange/bots/bot-record.ts';
import { thinSearch } from '#tests/support/thin-search.ts';
import { follow } from './copied-bots.ts';
import { gridBody, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { rowOf as gradedRow, shownActions, startKind } from './exchange-kind-bodies.ts';
import { gathered } from './store-fixture.ts';

/** Bots of AI parameters keep the grade that these had and its record, and the exchange looks itself whether they are (part 7: AI items). */
const SEARCHED = ['spot_grid', 'futures_grid', 'infinite_grid', 'martingale', 'gravity', 'smart-position'] as const;
const isSearched = (kind: RunnableKind): kind is (typeof SEARCHED)[number] => SEARCHED.some((one) => one === kind);

const more = (text: string): string => `${Number(text) + 1}`;
/** What of a kind the search decides, and another value of it. */
const OTHERS: Readonly<Record<(typeof SEARCHED)[number], readonly [field: string, value: (found: string) => string]>> =
  {
    spot_grid: ['grid_num', more],
    futures_grid: ['side', (side) => (side === 'sell' ? 'buy' : 'sell')],
    infinite_grid: ['low_price', (percent) => `${Number(percent) * 1.1}`.slice(0, 5)],
    martingale: ['max_order_amount', more],
    gravity: ['arg_period', more],
    'smart-position': ['threshold', more],
  };

const dataDir = mkdtempSync(join(tmpdir(), 'strategybot-ai-grades-'));
let exchange: TestExchange;
let who: Awaited<ReturnType<TestExchange['trader']>>;

beforeAll(async () => {
  exchange = await openTestExchange(dataDir, { outlivesTest: true });
  const parts = { clock: exchange.clock, sequencer: exchange.sequencer };
  for (const job of searchJobs(exchange.feed)) {
    if (!isSearched(job.kind) || !['', 'hoarding'].includes(job.variant)) continue;
    if (job.spec.market === 'BTC_USDT') expect(await runSearchJob(parts, thinSearch(exchange.feed), job)).toBe(true);
  }
  who = await exchange.trader();
}, 120_000);

afterAll(async () => {
  await exchange.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const offer = async () => (await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT', cycle: '7' } })).data;

/** A body of what was offered, with what is not the search's own business. */
async function offered(changes: Readonly<Record<string, unknown>> = {}) {
  const { low_price, high_price, grid_num, price_type } = await offer();
  return gridBody(exchange, {
    ...{ low_price, high_price, grid_num, price_type },
    ...{ param_source: 'ai', is_hide: 0, money: '900', ...changes },
  });
}

async function rowOf(body: object, call: 'createGrid' | 'runStrategy' = 'createGrid') {
  const made = await exchange.send(call, { who, body: body as never });
  expect(made).toMatchObject({ code: 200 });
  const strategy_type = (body as { strategy_type: string }).strategy_type;
  const query = { strategy_id: made.data.strategy_id, strategy_type: strategy_type as 'spot_grid' };
  return (await exchange.send('strategyDetail', { who, query })).data;
}

describe('a bot that is said to be of AI parameters', () => {
  it('keeps how they were judged where it is what a search of its market recommends', async () => {
    const { grade, held_out_rate, hold_rate, median_rate, track, track_order, cycle, folds, computed_at } =
      await offer();
    const row = await rowOf(await offered());
    const own = track.find((one: { grade: string }) => one.grade === grade);
    expect(row).toMatchObject({ is_ai: 1, cycle });
    expect(row.ai_grade).toMatchObject({
      grade,
      held_out_rate,
      hold_rate,
      median_rate,
      track_order,
      cycle,
      computed_at,
    });
    expect(row.ai_grade.weeks).toBe(folds.length);
    const { grade: _grade, ...figures } = own ?? {};
    expect(row.ai_grade.track).toEqual(own === undefined ? null : figures);
    // A later search says nothing of it, and nothing of it is a parameter.
    expect(Object.values(row.ai_grade)).not.toContain(row.params.low_price);
  });

  it('is an ordinary one where it is not, and made all the same', async () => {
    const { low_price, grid_num } = await offer();
    const others = [
      { grid_num: `${Number(grid_num) + 1}` },
      { low_price: `${Number(low_price) - 1}` },
      { stop_upward_price: '99999', moving_average_momentum: '0.01' },
    ];
    for (const change of others) {
      const row = await rowOf(await offered(change));
      expect([change, row.is_ai, row.ai_grade]).toEqual([change, 0, undefined]);
    }
    // Of a market that was not searched, whatever it says.
    const eth = gridBody(exchange, { market: 'ETH_USDT', low_price: '2000', high_price: '6000', param_source: 'ai' });
    const row = await rowOf(eth);
    expect([row.is_ai, row.ai_grade]).toEqual([0, undefined]);
    // And who says nothing is not asked.
    expect(await rowOf(await offered({ param_source: 'manual' }))).toMatchObject({ is_ai: 0 });
  });

  it('may have stops, a name and money of its owner’s', async () => {
    const row = await rowOf(await offered({ stop_loss: '1000', money: '1500', strategy_name: 'Mine' }));
    expect(row).toMatchObject({ is_ai: 1, strategy_name: 'Mine' });
  });

  it('has it in public lists as well (C-018, C-105)', async () => {
    const row = await rowOf(await offered());
    const query = { anonymous: row.user_info.anonymous, page_size: 50 };
    const { data } = await exchange.send('signalerStrategies', { query });
    const item = data.find((one: { strategy_id: number }) => one.strategy_id === row.strategy_id);
    expect(item).toMatchObject({ is_ai: 1, type: 'ai', ai_grade: row.ai_grade });
  });

  it('is one when the form was open for hours, while the price was among those of the day', async () => {
    const body = await offered();
    await exchange.pass(3 * 3_600_000, 60_000);
    const offeredNow = await offer();
    expect(offeredNow.low_price).not.toBe(body.low_price);
    expect(await rowOf(body)).toMatchObject({ is_ai: 1 });
    // The same range around a price that the market did not have is nobody's offer.
    const moved = (text: unknown) => (Number(text) * 1.2).toFixed(1);
    const far = { ...body, low_price: moved(body.low_price), high_price: moved(body.high_price) };
    expect(await rowOf(far)).toMatchObject({ is_ai: 0 });
  });

  it.each(SEARCHED)('is known of every kind by what its form sends: %s', async (kind) => {
    const { feed } = exchange;
    const definition: AnyDefinition = STRATEGIES[kind];
    const isFutures = kind === 'futures_grid';
    const market = searchedSpecs(kind, feed).find((one) => one.market === 'BTC_USDT' && !one.contract === !isFutures);
    if (market === undefined) throw new Error('The feed has bitcoin');
    const variant = definition.ai.variants === undefined ? {} : { [definition.ai.variants.field]: 'hoarding' };
    const isVariant: FormValues = definition.ai.variants === undefined ? {} : { variant: 'hoarding' };
    const instrument_type = isFutures ? 'futures_usdt' : 'spot';
    const query = { market: 'BTC_USDT', instrument_type, cycle: '30', ...isVariant };
    const { params: typed, grade } = (await exchange.send('aiParams', { path: { type: kind }, query })).data;
    const sent = (changes: FormValues) => {
      const values = { ...definition.defaults(market), ...variant, ...typed, money: '5000', ...changes };
      const facts = { spec: market, pairs: [], source: 'ai', owner: null } as const;
      return { ...formPayload(definition, values, facts), fundpass: 'paper-fund' };
    };
    const call = definition.calls.create;
    const row = await rowOf(sent({}), call);
    // Of two windows that found the same, it is the better grade.
    expect([row.is_ai, row.ai_grade?.grade <= grade]).toEqual([1, true]);
    const [field, value] = OTHERS[kind];
    const another = await rowOf(sent({ [field]: value(typed[field] ?? '') }), call);
    expect([another.is_ai, another.ai_grade]).toEqual([0, undefined]);
  });

  it('is its owner’s own once he lays the grid elsewhere, and as visible as before', async () => {
    const row = await rowOf(await offered());
    await exchange.pass(120_000, 1_000);
    const path = { id: row.strategy_id };
    const changed = { low_price: `${Number(row.params.low_price) - 100}`, high_price: row.params.high_price };
    const { data } = await exchange.send('investPlan', { who, path, body: changed });
    const actions = shownActions(data.plans[0].actions);
    const body = { ...changed, actions, fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path, body })).toMatchObject({ code: 200 });
    const query = { strategy_id: row.strategy_id, strategy_type: 'spot_grid' } as const;
    const after = (await exchange.send('strategyDetail', { query })).data;
    expect([after.is_ai, after.ai_grade, after.params === null]).toEqual([0, undefined, false]);
  });

  it('lends its grade to a copy, unless the copier has what the search decided otherwise', async () => {
    const query = { market: 'BTC_USDT', instrument_type: 'futures_usdt', cycle: '7' };
    const { params: typed } = (await exchange.send('aiParams', { path: { type: 'futures_grid' }, query })).data;
    const changes = { ...typed, money: '5000', param_source: 'ai', is_hide: 0 };
    const source = await startKind(exchange, who, 'futures_grid', changes);
    const copier = await exchange.trader('copier');
    const copyWith = async (more: object) => {
      const reply = await follow(exchange, copier, 'futures_grid', source, '4000', more);
      expect(reply).toMatchObject({ code: 200 });
      return gradedRow(exchange, copier, reply.data.strategy_id, 'futures_grid');
    };
    const { ai_grade } = await gradedRow(exchange, who, source, 'futures_grid');
    expect(ai_grade).toBeDefined();
    expect(await copyWith({})).toMatchObject({ is_ai: 1, ai_grade });
    const levered = await copyWith({ leverage: `${Number(typed.leverage) + 1}` });
    expect([levered.is_ai, levered.ai_grade, levered.params === null]).toEqual([0, undefined, false]);
  });

  it('opens and goes on from a record of before, whose grade nobody knows', async () => {
    const row = await rowOf(await offered());
    const bots = await gathered(loadBots(exchange.store));
    const record = bots.map((bot) => bot.record).find(({ id }) => id === row.strategy_id);
    if (record === undefined) throw new Error('it was made');
    const again = (one: typeof record) => parseBotRecord(JSON.parse(JSON.stringify(formatBotRecord(one))));
    expect(again(record).aiGrade).toEqual(row.ai_grade);
    const { aiGrade: _grade, ...before } = record;
    expect([again(before).isAi, again(before).aiGrade]).toEqual([true, undefined]);
  });
});

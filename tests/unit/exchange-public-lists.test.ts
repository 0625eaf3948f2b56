import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecommendedItem, recommendedItem, type StrategyRow } from '#lib/contract/strategy.ts';
import { PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import { studentT90 } from '#lib/formulas/student-t.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import {
  DAY,
  type Life,
  MINUTE,
  OwnBooks,
  OwnPrices,
  profitAssetOf,
  readLife,
  startOf,
  UNIT,
  unitsOf,
} from './exchange-own-books.ts';
import { gathered } from './store-fixture.ts';

/**
 * The fields of list items and the totals of providers and of kinds, worked out again from the stored bots. Figures of
 * one bot's result are compared with its detail row, each field of which exchange-public-figures.test.ts works out again
 * from the fills; a field of an item that has no check here fails.
 */
let exchange: TestExchange;
let prices: OwnPrices;
let lives: ReadonlyMap<number, Life>;
let details: ReadonlyMap<number, StrategyRow>;
/** Cumulative rates of what is shared, day by day. */
let curves: ReadonlyMap<number, readonly number[]>;

const MORE = { worldBots: 120, worldDays: 12 };

/** Nobody can copy on this exchange yet, but its store and its replies know copies: some bots are made copies of others. */
async function openWithCopies(folder: string): Promise<TestExchange> {
  const first = await openTestExchange(folder, MORE);
  const ids = (await gathered(loadBots(first.store))).map(({ record }) => record.id).sort((a, b) => a - b);
  await first.kill();
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare('UPDATE item SET value = ? WHERE collection = ? AND key = ?');
  for (const [index, id] of ids.entries()) {
    // Two of three copy one of the third: sources have several copies, one or none, and some of the copies have ended.
    const place = (index * 7) % ids.length;
    const followId = index % 3 === 0 ? 0 : ids[place - (place % 3)];
    // Some copied ones are hidden: they count nowhere.
    const isHide = index % 9 === 0;
    for (const collection of ['bots', 'ended_bots', 'ended_facts']) {
      const row = raw.prepare('SELECT value FROM item WHERE collection = ? AND key = ?').get(collection, `${id}`);
      if (row === undefined) continue;
      const value = JSON.parse(String(row.value));
      put.run(
        JSON.stringify({
          ...value,
          record: { ...value.record, followId, ...(isHide ? { isHide, listedMs: null } : {}) },
        }),
        collection,
        `${id}`,
      );
    }
  }
  raw.close();
  return openTestExchange(folder, { ...MORE, clock: first.clock });
}

const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  exchange = await openWithCopies(folder);
  prices = new OwnPrices(exchange, 14);
  const read: [number, Life][] = [];
  for await (const { record } of loadBots(exchange.store)) read.push([record.id, await readLife(exchange, record)]);
  lives = new Map(read);
  const rows = new Map<number, StrategyRow>();
  for (const [id, { record }] of lives) {
    const { code, data } = await exchange.send('strategyDetail', {
      query: { strategy_id: id, strategy_type: record.kind },
    });
    if (code === 200) rows.set(id, data);
  }
  details = rows;
  const shown: [number, number[]][] = [];
  for (const { anonymous } of providers()) {
    const { data } = await exchange.send('signalerStrategies', { query: { anonymous, page_size: 500 } });
    for (const { strategy_id, back_profit } of data as RecommendedItem[])
      shown.push([strategy_id, back_profit.map(({ rate }) => Number(rate))]);
  }
  curves = new Map(shown);
}, 120_000);

const records = (): readonly BotRecord[] => [...lives.values()].map(({ record }) => record);
const copiesOf = (id: number): readonly BotRecord[] => records().filter(({ followId }) => followId === id);
const runningCopiesOf = (id: number): number => copiesOf(id).filter(({ finishMs }) => finishMs === null).length;
const ownerOf = ({ ownerId }: BotRecord) => {
  const owner = exchange.accounts.byId(ownerId);
  if (owner === undefined) throw new Error(`nobody is ${ownerId}`);
  return owner;
};

/** What its maker told it: grids say it in the payload itself, the other kinds in its params. */
// biome-ignore lint/suspicious/noExplicitAny: payloads of every kind.
function told({ payload }: BotRecord, word: string): any {
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every kind.
  const said = payload as any;
  return said[word] ?? said.params?.[word];
}

/** A parameter: '-' to guests where the owner keeps them to himself, '' where the kind has none. */
function parameter(record: BotRecord, own: string | undefined): string {
  return record.isAi || record.isOpenParams ? (own ?? '') : '-';
}

const GRIDS = ['spot_grid', 'margin_grid', 'futures_grid'];

/** What the side is when nobody was asked for it. */
function sideOf(record: BotRecord): string {
  if (record.kind === 'spot-future-arbitrage') return '';
  const brings = told(record, 'is_use_base') === '1' && ['spot_grid', 'infinite_grid'].includes(record.kind);
  return told(record, 'side') || (brings ? 'sell' : 'buy');
}

function instrumentTypeOf(record: BotRecord): string {
  const said = told(record, 'instrument_type');
  const settle = record.instrument.split('@')[1];
  return said ?? (settle === undefined ? 'spot' : `futures_${settle.toLowerCase()}`);
}

/** The end of its range: as it was told, and where a grid trails, as it stands. */
function edge(record: BotRecord, which: 'low' | 'high'): string {
  if (record.range === null) return '';
  const now = prices.at(record.instrument, which === 'low' ? record.range.lowTicks : record.range.highTicks);
  const first = told(record, `${which}_price`);
  const trails = (told(record, 'stop_upward_price') || '') + (told(record, 'stop_downward_price') || '') !== '';
  if (!trails && unitsOf(first) !== now) throw new Error(`bot ${record.id} moved its range`);
  const text = `${now / UNIT}.${`${now % UNIT}`.padStart(8, '0')}`;
  return text.replace(/\.?0+$/, '');
}

type Check = (item: RecommendedItem, record: BotRecord) => boolean;
const is = (field: keyof RecommendedItem, own: (record: BotRecord) => unknown): Check => {
  return (item, record) => item[field] === own(record);
};

const asInDetail = (field: keyof RecommendedItem & keyof StrategyRow): Check => {
  return (item) => item[field] === details.get(item.strategy_id)?.[field];
};

const CHECKS: { readonly [F in keyof RecommendedItem]-?: Check } = {
  strategy_id: is('strategy_id', ({ id }) => id),
  strategy_type: is('strategy_type', ({ kind }) => kind),
  strategy_name: is('strategy_name', (record) => record.name),
  strategy_name_en: is('strategy_name_en', (record) => record.name),
  type: is('type', ({ isAi }) => (isAi ? 'ai' : 'user')),
  is_ai: is('is_ai', ({ isAi }) => Number(isAi)),
  // Nobody searched here: what a list tells of a grade is in exchange-ai-grades.test.ts.
  ai_grade: is('ai_grade', () => undefined),
  market: is('market', ({ instrument }) => instrument.split('@')[0]),
  instrument_type: is('instrument_type', instrumentTypeOf),
  money_asset: is('money_asset', ({ moneyAsset }) => moneyAsset),
  is_use_base: is('is_use_base', (record) => told(record, 'is_use_base') ?? ''),
  create_time: is('create_time', ({ createMs }) => Math.floor(createMs / 1000)),
  finish_time: is('finish_time', ({ finishMs }) => Math.floor((finishMs ?? 0) / 1000)),
  finish_as: is('finish_as', ({ finishAs }) => finishAs),
  follow_num: is('follow_num', ({ id }) => runningCopiesOf(id)),
  follow_fee_rate: is('follow_fee_rate', (record) => told(record, 'follow_fee_rate') || '0'),
  user_info: ({ user_info }, record) => {
    const { nickname, avatar, tier, anonymous } = ownerOf(record);
    const own = { nick: nickname, nick_en: nickname, nickname, avatar, tier, anonymous };
    return Object.entries(own).every(([field, value]) => user_info[field as keyof typeof own] === value);
  },
  // Rounds of a list item are not told on this exchange.
  cycle: is('cycle', () => 0),
  // Of bots that are older than a week; what is summed up is cumulative, and cut at eight decimals at either end.
  cycle_profit: ({ cycle_profit, strategy_id }) => {
    const rates = curves.get(strategy_id) ?? [];
    const made = rates.length > 8 ? [(rates.at(-1) ?? 0) - (rates.at(-8) ?? 0)] : [];
    return (
      cycle_profit.length === made.length &&
      made.every((rate) => cycle_profit[0]?.cycle === 7 && Math.abs(Number(cycle_profit[0].profit_rate) - rate) < 3e-8)
    );
  },
  side: is('side', sideOf),
  leverage: is('leverage', (record) => parameter(record, told(record, 'leverage') || '1')),
  stop_upward_price: is('stop_upward_price', (record) => parameter(record, told(record, 'stop_upward_price'))),
  stop_downward_price: is('stop_downward_price', (record) => parameter(record, told(record, 'stop_downward_price'))),
  take_profit: is('take_profit', (record) => parameter(record, told(record, 'stop_profit'))),
  low_price: is('low_price', (record) => parameter(record, edge(record, 'low'))),
  high_price: is('high_price', (record) => parameter(record, edge(record, 'high'))),
  grid_num: is('grid_num', (record) => parameter(record, GRIDS.includes(record.kind) ? told(record, 'grid_num') : '')),
  asset_info: ({ asset_info }, record) => {
    const own = (told(record, 'asset_info') ?? []) as { asset: string; rate: string }[];
    return (
      JSON.stringify(asset_info) ===
      JSON.stringify(own.map(({ asset, rate }) => ({ asset, rate: parameter(record, rate) })))
    );
  },
  max_draw_down: asInDetail('max_draw_down'),
  adj_sharp_rate: asInDetail('adj_sharp_rate'),
  year_pft_rate: asInDetail('year_pft_rate'),
  win_num: asInDetail('win_num'),
  loss_num: asInDetail('loss_num'),
  match_times: asInDetail('match_times'),
  run_times: asInDetail('run_times'),
  rate: ({ rate, strategy_id }) => rate === details.get(strategy_id)?.profit_rate,
  // One point for each UTC day that it lived in, told at its end, the last at the present or the bot's end. Rates of the
  // points: exchange-public-figures.test.ts.
  back_profit: ({ back_profit, rate }, { createMs, finishMs }) => {
    const endMs = finishMs ?? exchange.clock.nowMs();
    const own: number[] = [];
    for (let at = (Math.floor(createMs / DAY) + 1) * DAY; at <= endMs; at += DAY) own.push(at / 1000);
    own.push(Math.floor(endMs / 1000));
    const shown = back_profit.map(({ time_stamp }) => time_stamp);
    return shown.join() === own.join() && back_profit.at(-1)?.rate === rate;
  },
  // Of bots without a fill for seven days; which words, exchange-ranking.test.ts.
  quiet_reason: ({ quiet_reason }, { id, createMs, finishMs }) => {
    const last = lives.get(id)?.fills.at(-1)?.timeMs ?? createMs;
    return (quiet_reason !== '') === (finishMs === null && exchange.clock.nowMs() - last >= 7 * DAY);
  },
  hold_from: ({ hold_from }, record) => hold_from === (hasNoPrice(record) ? '' : priceOf(record, 'from')),
  hold_to: ({ hold_to }, record) => hold_to === (hasNoPrice(record) ? '' : priceOf(record, 'to')),
  hold_rate: ({ hold_rate, hold_from, hold_to, strategy_id }, record) => {
    // Its detail says the same.
    if (details.get(strategy_id)?.hold_rate !== hold_rate) return false;
    const coins = coinsOf(record);
    if (isInCoin(record)) return hold_rate === '0';
    if (coins.length < 2) return Math.abs(Number(hold_rate) - (Number(hold_to) / Number(hold_from) - 1)) < 2e-8;
    const isTold = record.isAi || record.isOpenParams;
    const endMs = Math.floor((record.finishMs ?? exchange.clock.nowMs()) / MINUTE) * MINUTE;
    const own = coins.reduce((sum, { asset, rate }) => {
      const instrument = `${asset}_USDT`;
      const from = prices.before(instrument, Math.floor(record.createMs / MINUTE) * MINUTE, false);
      const to = record.finishMs === null ? prices.now(instrument, false) : prices.before(instrument, endMs, false);
      return sum + (isTold ? Number(rate) : 1 / coins.length) * (Number(to) / Number(from) - 1);
    }, 0);
    return Math.abs(Number(hold_rate) - own) < 2e-8;
  },
  rank_parts: ({ rank_parts: parts, max_draw_down, adj_sharp_rate }, record) => {
    const own = recordOf([record]);
    const days = dayRatesOf(record).map(([from, to]) => (1 + to) / (1 + from) - 1);
    const { mean, deviation } = spread(days);
    const isSharpe =
      adj_sharp_rate === ''
        ? parts?.sharpe_days === 0 && parts.sharpe_mean === '' && parts.sharpe_deviation === ''
        : parts?.sharpe_days === days.length &&
          isNear(parts.sharpe_mean, mean) &&
          isNear(parts.sharpe_deviation, deviation) &&
          Math.abs(
            (Number(parts.sharpe_mean) / Number(parts.sharpe_deviation)) * Math.sqrt(365) - Number(adj_sharp_rate),
          ) < 1e-3;
    return (
      isSharpe &&
      parts?.days === own.count &&
      isNear(parts.day_mean, own.mean) &&
      isNear(parts.day_deviation, own.deviation) &&
      isNear(parts.fall, Number(max_draw_down)) &&
      isNear(parts.own_score, own.score) &&
      isNear(parts.provider_score, recordOf(listedOf(record.ownerId)).score)
    );
  },
};

/** Coins of a portfolio with their shares. */
const coinsOf = (record: BotRecord) => (told(record, 'asset_info') ?? []) as { asset: string; rate: string }[];

const isInCoin = (record: BotRecord): boolean => record.account === 'futures_btc';
const hasNoPrice = (record: BotRecord): boolean => coinsOf(record).length > 1 || isInCoin(record);

/** The price of its own market at its creation, and at its end or now. */
function priceOf(record: BotRecord, which: 'from' | 'to'): string {
  const { instrument, createPrices, finishMs, final } = record;
  const now = finishMs === null ? prices.now(instrument, false) : prices.at(instrument, final?.ticks);
  const units = which === 'from' ? prices.at(instrument, createPrices[0]) : now;
  return `${units / UNIT}.${`${units % UNIT}`.padStart(8, '0')}`.replace(/\.?0+$/, '');
}

/** Rates at the beginning and end of each day whose return is final, from its curve, which is whole in so young a world. */
function dayRatesOf(record: BotRecord): [number, number][] {
  const { createMs, finishMs } = record;
  const shown = curves.get(record.id) ?? [];
  const ends = finishMs === null ? shown.slice(0, -1) : shown;
  const all = createMs % DAY === 0 ? [0, ...ends] : ends;
  return all.slice(1).map((to, at) => [all[at] as number, to]);
}

function spread(returns: readonly number[]) {
  const mean = returns.reduce((sum, one) => sum + one, 0) / (returns.length || 1);
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return {
    count: returns.length,
    mean,
    deviation: returns.length < 2 ? null : Math.sqrt(squares / (returns.length - 1)),
  };
}

/** H57 by its words, over all days of some bots as one record, which is as long as there are different days in it. */
function recordOf(bots: readonly BotRecord[]) {
  const one = spread(bots.flatMap(dayRatesOf).map(([from, to]) => Math.log((1 + to) / (1 + from))));
  const fall = Math.max(0, ...bots.map(({ id }) => Number(details.get(id)?.max_draw_down ?? 0)));
  const { mean, deviation } = one;
  const days = new Set(bots.flatMap((bot) => dayRatesOf(bot).map((_, at) => Math.ceil(bot.createMs / DAY) + at))).size;
  const luck = deviation === null ? 0 : (studentT90(days - 1) * deviation) / Math.sqrt(days);
  return { ...one, score: deviation === null || days < 2 ? null : mean - luck - fall / 365 };
}

/** Rates come with eight digits, and a look at all bots is at most some seconds old. */
function isNear(told: string | undefined, own: number | null): boolean {
  return own === null ? told === '' : told !== '' && Math.abs(Number(told) - own) < 1e-6;
}

function wrongOf(item: RecommendedItem, where: string): string[] {
  const { record } = lives.get(item.strategy_id) as Life;
  return (Object.keys(item) as (keyof RecommendedItem)[]).flatMap((field) =>
    CHECKS[field]?.(item, record) === true
      ? []
      : [`${where}: ${field} of ${record.kind} ${record.id}: ${JSON.stringify(item[field])}`],
  );
}

const listedOf = (ownerId: number) => records().filter((one) => one.ownerId === ownerId && !one.isHide);

/** The providers of what is listed, once each. */
const providers = () => [
  ...new Set(
    records()
      .filter(({ isHide }) => !isHide)
      .map(ownerOf),
  ),
];

/** What a bot has earned, fine, from its fills; coins that an ended one kept are worth the price that its record ended at. */
function earned(life: Life): bigint {
  const { record } = life;
  const books = new OwnBooks(life, prices);
  books.goTo(Number.POSITIVE_INFINITY, false);
  const price = (instrument: string, isMark: boolean): bigint => {
    if (record.finishMs === null) return prices.now(instrument, isMark);
    if (instrument === record.instrument) return prices.at(instrument, record.final?.ticks);
    return prices.before(instrument, Math.floor(record.finishMs / MINUTE) * MINUTE, isMark);
  };
  return books.equity(price) - startOf(life, prices);
}

function annualOf(life: Life): number | null {
  const { createMs, finishMs } = life.record;
  const ms = (finishMs ?? exchange.clock.nowMs()) - createMs;
  const rate = Number(earned(life)) / Number(startOf(life, prices));
  return ms < 7 * DAY ? null : Math.max(-1, (rate * 365 * DAY) / (Math.floor(ms / 1000) * 1000));
}

/** UTC days whose return is final: whole ones, and the one that a bot ended on. The day that it was made on is none. */
function wholeDays({ createMs, finishMs }: BotRecord): number {
  const days = finishMs === null ? Math.floor(exchange.clock.nowMs() / DAY) : Math.floor(finishMs / DAY) + 1;
  return days - Math.ceil(createMs / DAY);
}

const inDollars = (asset: string, fine: bigint): number =>
  Number(fine) * (asset === 'USDT' ? 1 : Number(prices.now(`${asset}_USDT`, false)) / 1e8);

/** Money and profit of the copies of some bots, in dollars. */
function copied(ids: readonly number[]) {
  const copies = ids.flatMap((id) => copiesOf(id)).map(({ id }) => lives.get(id) as Life);
  const sum = (of: (life: Life) => bigint): number =>
    copies.reduce((total, life) => total + inDollars(profitAssetOf(life.record), of(life)) / 1e16, 0);
  return { copies, money: sum((life) => startOf(life, prices)), profit: sum(earned) };
}

/** Units that are rounded copy by copy, and contracts fill by fill, in any asset that is worth up to 100,000 dollars. */
function isAbout(shown: string, own: number, copies: readonly Life[]): boolean {
  const slack = copies.reduce((total, { record, fills }) => {
    const dollar = profitAssetOf(record) === 'USDT' ? 1 : 1e5;
    return total + (1 + fills.length) * dollar * 1e-8;
  }, 1e-8);
  return Math.abs(Number(shown) - own) <= slack;
}

describe('totals of public pages', () => {
  it("of a bot's copies are what the copies invested and earned (G3)", async () => {
    const wrong: string[] = [];
    let ended = 0;
    const assets = new Set<string>();
    for (const [id, { strategy_type }] of details) {
      const { data } = await exchange.send('strategyRanking', { query: { strategy_id: id, strategy_type } });
      const { copies, money, profit } = copied([id]);
      expect(Object.keys(data).sort()).toEqual(['follow_profit', 'total_follow_money']);
      if (!isAbout(data.follow_profit, profit, copies)) wrong.push(`profit of ${id}: ${data.follow_profit}, ${profit}`);
      if (!isAbout(data.total_follow_money, money, copies)) wrong.push(`money of ${id}: ${data.total_follow_money}`);
      ended += copies.length - runningCopiesOf(id);
      for (const { record } of copies) assets.add(profitAssetOf(record));
    }
    expect(wrong).toEqual([]);
    expect(ended).toBeGreaterThan(0);
    expect([...assets].sort()).toEqual(['BTC', 'USDT']);
  });

  it('of a provider are those of all bots that it does not hide (G3, H54)', async () => {
    const wrong: string[] = [];
    for (const owner of providers()) {
      const { data } = await exchange.send('signaler', { query: { anonymous: owner.anonymous } });
      const { bot_num, follow_num, follow_profit, total_follow_money, ...more } = data;
      const { follow_net_rate, hidden_num, hidden_profit, ...who } = more;
      // What was hidden from its first day counts nowhere; a share is due on gains alone.
      expect([hidden_num, hidden_profit]).toEqual([0, '0']);
      if (total_follow_money === '0') expect(follow_net_rate).toBe('');
      else
        expect(Number(follow_net_rate)).toBeLessThanOrEqual(Number(follow_profit) / Number(total_follow_money) + 1e-6);
      const { nickname, avatar, tier, anonymous } = owner;
      expect(who).toEqual({ nick: nickname, nick_en: nickname, nickname, avatar, tier, anonymous });
      const ids = listedOf(owner.id).map(({ id }) => id);
      const running = ids.reduce((sum, id) => sum + runningCopiesOf(id), 0);
      const { copies, money, profit } = copied(ids);
      if (bot_num !== ids.length || follow_num !== running) wrong.push(`${nickname}: ${bot_num} ${follow_num}`);
      if (!isAbout(follow_profit, profit, copies)) wrong.push(`${nickname}: profit ${follow_profit}, not ${profit}`);
      if (!isAbout(total_follow_money, money, copies)) wrong.push(`${nickname}: money ${total_follow_money}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['spot', 'futures'])(
    'of a kind are of its ranked bots: copies, and the middle annualised rate (%s, C-103, C-104)',
    async (market_kind) => {
      const { data } = await exchange.send('strategyClass', { query: { market_kind } });
      const wrong: string[] = [];
      let told = 0;
      for (const { strategy_type, follow_num, year_pft_rate, ...rest } of data.flatMap(
        // biome-ignore lint/suspicious/noExplicitAny: cards as they come.
        ({ list }: any) => list,
      )) {
        expect(rest).toEqual({});
        const own = [...lives.values()].filter(({ record }) => {
          const isContract = record.instrument.includes('@');
          // Bots that trade by a signal are counted among the indicator bots of their page too (H8).
          const isPreset = PRESET_KINDS.some((kind) => kind === record.kind);
          const counted = isPreset && (isContract ? 'compose-indicator' : 'spot-compose-indicator');
          return (
            !record.isHide &&
            isContract === (market_kind === 'futures') &&
            (record.kind === strategy_type || counted === strategy_type)
          );
        });
        const ranked = own.filter((life) => annualOf(life) !== null && wholeDays(life.record) >= 7);
        const rates = ranked.map((life) => annualOf(life) as number).sort((a, b) => a - b);
        const follow = ranked.reduce((sum, { record }) => sum + runningCopiesOf(record.id), 0);
        const middle = rates[Math.floor(rates.length / 2)];
        const isRight = middle === undefined ? year_pft_rate === '' : Math.abs(Number(year_pft_rate) - middle) < 2e-5;
        if (follow !== follow_num || !isRight) {
          wrong.push(`${strategy_type}: ${follow_num} ${year_pft_rate}, not ${follow} ${middle}`);
        }
        told += Number(middle !== undefined && follow > 0);
      }
      expect(wrong).toEqual([]);
      expect(told).toBeGreaterThan(0);
    },
  );
});

describe('items of public lists', () => {
  it('tell of every field what the stored bot says, what it is ranked by among them, on the ranked list: of a closed portfolio the coins, not their rates (A1, G2, C-347, H57)', async () => {
    const items: RecommendedItem[] = [];
    for (let page = 1; page < 10; page += 1) {
      const { data } = await exchange.send('recommendList', { query: { strategy_type: 'all', page, page_size: 20 } });
      items.push(...data);
    }
    expect(items.length).toBeGreaterThan(20);
    expect(items.flatMap((item) => wrongOf(item, 'ranked'))).toEqual([]);
    expect(Object.keys(recommendedItem.shape).filter((field) => !(field in CHECKS))).toEqual([]);
    expect(Math.max(...items.map(({ follow_num }) => follow_num))).toBeGreaterThan(1);
  });

  it('tell the same in lists of providers, who list all that they do not hide (A1, G2)', async () => {
    const wrong: string[] = [];
    let ended = 0;
    for (const { id, anonymous } of providers()) {
      const { data, totalcount } = await exchange.send('signalerStrategies', { query: { anonymous, page_size: 500 } });
      const items = data as RecommendedItem[];
      wrong.push(...items.flatMap((item) => wrongOf(item, 'provider')));
      const shown = items.map(({ strategy_id }) => strategy_id).sort((a, b) => a - b);
      const own = listedOf(id).map((one) => one.id);
      expect([shown, totalcount]).toEqual([own.sort((a, b) => a - b), own.length]);
      ended += items.filter(({ finish_time }) => finish_time !== 0).length;
    }
    expect(wrong).toEqual([]);
    expect(ended).toBeGreaterThan(0);
  });

  it('name each provider with a bot in the lists once, and when what he shows last changed', async () => {
    const { data: listed } = await exchange.send('recommendList', {
      query: { strategy_type: 'all', order_by: 'create_time', page_size: 500 },
    });
    const names = (listed as RecommendedItem[]).map(({ user_info }) => user_info.anonymous);
    const told: { anonymous: string; change_time: number }[] = [];
    let pages = 1;
    for (let page = 1; page <= pages; page += 1) {
      const { data, pagecount = 1 } = await exchange.send('signalers', { query: { page, page_size: 2 } });
      told.push(...data);
      pages = pagecount;
    }
    expect(told.length).toBeGreaterThan(2);
    expect(told.map(({ anonymous }) => anonymous).toSorted()).toEqual([...new Set(names)].toSorted());
    const midnightMs = Math.floor(exchange.clock.nowMs() / 86_400_000) * 86_400_000;
    for (const { id, anonymous } of providers()) {
      const changes = listedOf(id).map(({ createMs, finishMs }) => finishMs ?? Math.max(createMs, midnightMs));
      const one = told.find((provider) => provider.anonymous === anonymous);
      if (one !== undefined) expect(one.change_time).toBe(Math.floor(Math.max(...changes) / 1_000));
    }
  });
});

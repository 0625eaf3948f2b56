import { randomBytes } from 'node:crypto';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, nextMidnight } from '#lib/time/durations.ts';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { createBotBook, STREAM, saveEnded } from '#server/exchange/bots/bot-book.ts';
import { unstartedFigures } from '#server/exchange/bots/bot-equity.ts';
import { botFeeRate, knownPrices } from '#server/exchange/bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import type { BotRecord, StoredPayload } from '#server/exchange/bots/bot-record.ts';
import { type BotOrder, fundBot, newRecord } from '#server/exchange/bots/create-bot.ts';
import { type DailyPoint, formatDailyPoint, profitRateE8, utcDay } from '#server/exchange/bots/daily-curve.ts';
import { type EndedBot, endedBot, formatEnded } from '#server/exchange/bots/ended-bot.ts';
import { formatEndedDays } from '#server/exchange/bots/ended-days.ts';
import { type LiveBot, TurnNotes } from '#server/exchange/bots/live-bot.ts';
import { MarketTurns } from '#server/exchange/bots/market-turns.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { userAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { seededUniform } from './seeded-candles.ts';

const A_TURN = 500;
const COIN = 100_000_000n;
const PAST_DAYS = 9;

/** A grid of 20 lines, 2–22 % to each side of about the price, 500–5,500 USDT; listed, so that rankings have it. */
function anyPayload(uniform: () => number, last: number): StoredPayload {
  const half = last * (0.02 + 0.2 * uniform());
  const middle = last + (uniform() - 0.5) * half;
  return {
    ...{ strategy_type: 'spot_grid', market: 'BTC_USDT', instrument_type: 'spot', leverage: '1' },
    ...{ low_price: (middle - half).toFixed(1), high_price: (middle + half).toFixed(1), grid_num: '20' },
    ...{ price_type: '0', is_use_base: '0', money: String(500 + Math.round(5000 * uniform())), qty_type: '0' },
    ...{ store_coin_flag: 0, is_hide: 0 },
  } as unknown as StoredPayload;
}

/** Grids of three kinds on four coins, in every direction; one of three stands on a contract. */
function mixedPayload(
  index: number,
  uniform: () => number,
  lastOf: (instrument: string) => number,
): StoredPayload & GridPayload {
  const market = `${['BTC', 'ETH', 'SOL', 'BNB'][index % 4]}_USDT`;
  const isOnContract = index % 3 === 0;
  const last = lastOf(isOnContract ? `${market}@USDT` : market);
  const half = last * (0.02 + 0.2 * uniform());
  const common = { market, money: String(500 + Math.round(5000 * uniform())), is_hide: 0, grid_num: '20' };
  const range = { low_price: String(Math.round(last - half)), high_price: String(Math.round(last + half)) };
  if (isOnContract) {
    const side = ['buy', 'sell', 'neutral'][Math.floor(index / 3) % 3];
    const terms = { strategy_type: 'futures_grid', instrument_type: 'futures_usdt', leverage: '2', side };
    return { ...common, ...range, ...terms, price_type: '0' } as never;
  }
  const held = { is_use_base: '0', store_coin_flag: 0 };
  if (index % 6 === 1) {
    const steps = { low_price: '0.01', high_price: '0.01' };
    return { ...common, ...held, ...steps, strategy_type: 'infinite_grid', instrument_type: 'infinite_grid' } as never;
  }
  const terms = { strategy_type: 'spot_grid', instrument_type: 'spot', leverage: '1', price_type: '0', qty_type: '0' };
  return { ...common, ...held, ...range, ...terms } as never;
}

/** What all grids' payloads have. */
interface GridPayload {
  readonly strategy_type: RunnableKind;
}

/** A bot as it lies in the archive, ended `agoMs` before `nowMs`; one of four had money put in on its way. */
function endedGrid(record: BotRecord, spec: MarketSpec, past: readonly DailyPoint[], finishMs: number): LiveBot {
  const deposit = record.id % 4 === 0 ? record.money / 2n : 0n;
  record.deposited = deposit;
  const curve = past.map((point, day) => ({ ...point, deposited: day < past.length / 2 ? 0n : deposit }));
  const profit = curve.at(-1)?.profit ?? 0n;
  const figures = unstartedFigures(record, spec, record.createPrices[0] as number);
  const final = { ...figures, equity: record.startEquity + deposit + profit };
  Object.assign(record, { status: 'finished', step: 'stopped', finishAs: 'cancelled', finishMs, final });
  const machine = { params: null, machine: null, watch: null, notes: new TurnNotes() };
  return { record, spec, ...machine, curve };
}

/** What a grid of so many past days has on its daily curve: a little more each day, with some noise. */
function pastDays(record: BotRecord, uniform: () => number, days: number): DailyPoint[] {
  const firstDayMs = nextMidnight(record.createMs);
  return Array.from({ length: days }, (_, day) => {
    const profit = (record.startEquity * BigInt(day * 10 + Math.round(uniform() * 20))) / 10_000n;
    const equity = record.startEquity + profit;
    const span = { high: Number(equity), low: Number(equity) * 0.99, fall: 0.01 };
    return {
      day: utcDay(firstDayMs + day * DAY_MS - 1),
      profit,
      rateE8: profitRateE8(profit, record.startEquity),
      usdtEquity: equity,
      span,
      deposited: 0n,
    };
  });
}

export interface GridsOptions {
  /** They have run for more than a week already, so that rankings have them. */
  readonly isOld?: boolean;
  /** The bots are theirs in turn; each has a session, free of the fund password for a day. */
  readonly owners?: number;
  /** Of three kinds on four coins, one of five with hidden parameters, three of ten ended, a third of these longer than 90 days ago. */
  readonly isMixed?: boolean;
  /** Bots of the first owner beyond his share, at the end of the others. */
  readonly moreOfFirst?: number;
  /** Whole days that old ones have lived. */
  readonly days?: number;
}

/** An account that bots belong to, and the token of a session of its own. */
export interface GridOwner {
  readonly id: number;
  readonly token: string;
}

/** Writes a store in which `count` spot grids run since `atMs`. The market goes on a second with every 500 of them. */
export async function storeOfGrids(
  dataDir: string,
  feed: MarketFeed,
  count: number,
  atMs: number,
  { isOld = false, owners: ownerCount = 200, moreOfFirst = 0, isMixed = false, days = PAST_DAYS }: GridsOptions = {},
): Promise<readonly GridOwner[]> {
  let nowMs = atMs;
  const clock = { nowMs: () => nowMs };
  const store = await openSqliteStore({ dataDir, collections: COLLECTIONS });
  const ledger = await openLedger(store);
  const onFatal = (error: unknown) => {
    throw error;
  };
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal });
  const accounts = await openAccounts(store, { bytes: (length) => randomBytes(length) });
  const book = createBotBook(store, () => {});
  const turns = new MarketTurns({ store, ledger, feed, book });
  await turns.load();
  const owners: GridOwner[] = [];
  const all = count + moreOfFirst;
  await sequencer.submit((tx) => {
    turns.begin(tx, atMs);
    for (let owner = 0; owner < ownerCount; owner += 1) {
      const fresh = { account: `bench${owner}`, nickname: `bench${owner}`, passwordHash: '', fundpassHash: '' };
      const user = accounts.add(tx, { ...fresh, avatar: '', introduction: '' } as Parameters<typeof accounts.add>[1]);
      if ('refused' in user) throw new Error(user.refused);
      const { token } = accounts.openSession(tx, user.id, { ip: '127.0.0.1', agent: 'bench' });
      const opened = accounts.sessionOf(token, tx.nowMs);
      if (opened === null) throw new Error('the session of an owner is not there');
      accounts.markFundVerified(tx, opened.session, tx.nowMs + DAY_MS);
      owners.push({ id: user.id, token });
      const money = BigInt(all + 1) * 6_000n * COIN;
      const grants = [userSpot(user.id), userAccount(user.id, 'futures_usdt')].map((to) => issueTo(to, 'USDT', money));
      ledger.post(grants, 'grant', 'bench', tx.nowMs);
    }
  });
  const uniform = seededUniform(23);
  // The book of this store never hears of those that lie in its archive.
  const firstId = book.nextId();
  const lastOf = (instrument: string): number => {
    const spec = feed.spec(instrument);
    const ticks = feed.lastTicks(instrument, nowMs);
    if (spec === undefined || ticks === null) throw new Error(`${instrument} has no price`);
    return Number(formatTicks(spec, ticks));
  };
  for (let made = 0; made < all; made += A_TURN) {
    await sequencer.submit((tx) => {
      for (let index = made; index < Math.min(all, made + A_TURN); index += 1) {
        const payload = isMixed
          ? mixedPayload(index, uniform, lastOf)
          : anyPayload(uniform, Number(feed.lastTicks('BTC_USDT', nowMs)) / 10);
        const kind = (payload as unknown as GridPayload).strategy_type;
        const spec = specOfPayload(feed, kind, payload as never);
        const prices = isPlaceRefusal(spec) ? null : knownPrices(feed, spec, nowMs);
        if (isPlaceRefusal(spec) || prices === null) throw new Error('the market of the bench has no price');
        const order = {
          kind,
          ownerId: (owners[index < count ? index % ownerCount : 0] as GridOwner).id,
          spec,
          payload,
        } as BotOrder;
        const isOpenParams = !isMixed || index % 5 !== 4;
        const rest = { feeRate: botFeeRate(spec, kind), isOpenParams, trial: 0n };
        const endedMs = isMixed && index % 10 >= 7 ? (index % 30 >= 20 ? 100 : 5) * DAY_MS : null;
        const createMs = (isOld ? nowMs - days * DAY_MS : nowMs) - (endedMs ?? 0);
        const record = newRecord(firstId + index, { ...order, ...rest }, prices, createMs);
        if (endedMs !== null) {
          record.startEquity = record.money;
          const ended = endedGrid(record, spec, pastDays(record, uniform, days), nowMs - endedMs);
          saveEnded(tx, ended, formatEnded(endedBot(ended) as EndedBot, ended.record.payload));
          tx.append(STREAM.endedDays, `${ended.record.ownerId}`, nowMs, formatEndedDays(ended));
          continue;
        }
        const bot = fundBot(ledger, record, spec);
        if ('refused' in bot) throw new Error(`bot refused: ${bot.account}`);
        if (isOld) {
          for (const point of pastDays(bot.record, uniform, days)) {
            bot.curve.push(point);
            tx.append(STREAM.daily, `${bot.record.id}`, nowMs, formatDailyPoint(point));
          }
        }
        turns.accept(tx, bot);
      }
      turns.advance(tx, nowMs);
    });
    nowMs += 1_000;
    await sequencer.submit((tx) => turns.advance(tx, nowMs));
  }
  await sequencer.stop();
  await store.close();
  return owners;
}

import { randomBytes } from 'node:crypto';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { createBotBook, STREAM } from '#server/exchange/bots/bot-book.ts';
import { botFeeRate, knownPrices } from '#server/exchange/bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import type { BotRecord, StoredPayload } from '#server/exchange/bots/bot-record.ts';
import { fundBot, newRecord } from '#server/exchange/bots/create-bot.ts';
import {
  DAY_MS,
  type DailyPoint,
  formatDailyPoint,
  nextMidnight,
  profitRateE8,
  utcDay,
} from '#server/exchange/bots/daily-curve.ts';
import { MarketTurns } from '#server/exchange/bots/market-turns.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
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

/** What a grid of `days` past days has on its daily curve: a little more each day, with some noise. */
function pastDays(record: BotRecord, uniform: () => number): DailyPoint[] {
  const firstDayMs = nextMidnight(record.createMs);
  return Array.from({ length: PAST_DAYS }, (_, day) => {
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
  /** Bots of the first owner beyond his share, at the end of the others. */
  readonly moreOfFirst?: number;
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
  { isOld = false, owners: ownerCount = 200, moreOfFirst = 0 }: GridsOptions = {},
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
      ledger.post([issueTo(userSpot(user.id), 'USDT', BigInt(all + 1) * 6_000n * COIN)], 'grant', 'bench', tx.nowMs);
    }
  });
  const uniform = seededUniform(23);
  for (let made = 0; made < all; made += A_TURN) {
    await sequencer.submit((tx) => {
      for (let index = made; index < Math.min(all, made + A_TURN); index += 1) {
        const payload = anyPayload(uniform, Number(feed.lastTicks('BTC_USDT', nowMs)) / 10);
        const spec = specOfPayload(feed, 'spot_grid', payload as never);
        const prices = isPlaceRefusal(spec) ? null : knownPrices(feed, spec, nowMs);
        if (isPlaceRefusal(spec) || prices === null) throw new Error('the market of the bench has no price');
        const order = {
          kind: 'spot_grid',
          ownerId: (owners[index < count ? index % ownerCount : 0] as GridOwner).id,
          spec,
          payload,
        } as const;
        const rest = { feeRate: botFeeRate(spec, 'spot_grid'), isOpenParams: true, trial: 0n };
        const createMs = isOld ? nowMs - PAST_DAYS * DAY_MS : nowMs;
        const bot = fundBot(ledger, newRecord(book.nextId(), { ...order, ...rest }, prices, createMs), spec);
        if ('refused' in bot) throw new Error(`bot refused: ${bot.account}`);
        if (isOld) {
          for (const point of pastDays(bot.record, uniform)) {
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

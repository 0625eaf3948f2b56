import { describe, expect, it } from 'vitest';
import { dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { formatAmount, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { type DualRow, orderDual } from './exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { heldFeed } from './held-feed.ts';
import { units } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;
const MARKET = 'BTC_USDT';
const BTC = 'BTC_USDT@USDT';

/** A trader, and the price of bitcoin in the test's hand: the last one and, of the contract's tick, the index. */
async function opened() {
  const { feed, held } = heldFeed();
  const exchange = await openTestExchange(temporaryFolder(), { isDemoPrivate: true, feed });
  const who = await exchange.trader();
  const spot = feed.spec(MARKET);
  if (spot === undefined) throw new Error('no market');
  /** USDT units; the last price is another one where it is said. */
  const price = (index: bigint, last = index): void => {
    held.index.set(BTC, Number(index / 10_000_000n));
    held.last.set(MARKET, Number(last / spot.tickUnits));
  };
  return { exchange, held, who, price };
}

const portfolio = async (exchange: TestExchange, who: Who) => (await exchange.send('portfolio', { who })).data;

interface Hold {
  readonly account: string;
  readonly asset: string;
  readonly amount: string;
  readonly usdt: string;
}
const holds = async (exchange: TestExchange, who: Who): Promise<readonly Hold[]> =>
  (await portfolio(exchange, who)).balances.filter(({ account }: Hold) => account === 'hold');

/** Bitcoin of all accounts that is in no order. */
const freeCoins = (balances: readonly Hold[]): bigint =>
  balances.reduce((sum, one) => (one.asset === 'BTC' && one.account !== 'hold' ? sum + units(one.amount) : sum), 0n);

const LIMITS = { drawdown: { percent: '50', action: 'warn' }, exposure: { usdt: '1', coins: [], action: 'warn' } };
const tried = async (exchange: TestExchange, who: Who) =>
  (await exchange.send('tryProtection', { who, body: LIMITS })).data;
const standingOf = (data: { standings: { asset: string; value: string; verdict: string }[] }) =>
  data.standings.find(({ asset }) => asset === 'BTC');

const strikeOf = (row: DualRow): bigint => units(row.exercise_price);
const hundredths = (price: bigint, percent: bigint): bigint =>
  ((price * percent) / 100n / UNITS_PER_COIN) * UNITS_PER_COIN;

describe('what an open order is worth', () => {
  it('is what was put in up to the exercise price of a sell-high order, and beyond it what the coins are sold for (E-110)', async () => {
    const { exchange, who, price } = await opened();
    const row = await orderDual(exchange, who, { type: 'call', amount: '0.5' });
    const strike = strikeOf(row);
    for (const percent of [60n, 99n, 100n, 130n, 200n]) {
      const now = hundredths(strike, percent);
      price(now);
      const least = now < strike ? now : strike;
      const told = { account: 'hold', asset: 'BTC', amount: '0.5', usdt: formatAmount(least / 2n) };
      expect(await holds(exchange, who)).toEqual([told]);
    }
  });

  it('is what was put in down to the exercise price of a buy-low order, and below it what the coins for it are worth (E-110)', async () => {
    const { exchange, who, price } = await opened();
    const row = await orderDual(exchange, who, { type: 'put', amount: '1000' });
    const strike = strikeOf(row);
    for (const percent of [150n, 101n, 100n, 80n, 40n]) {
      const now = hundredths(strike, percent);
      price(now);
      const coins = mulDivDown(units('1000'), UNITS_PER_COIN, strike);
      const worth = now > strike ? units('1000') : mulDivDown(coins, now, UNITS_PER_COIN);
      const told = { account: 'hold', asset: 'USDT', amount: '1000', usdt: formatAmount(worth) };
      expect(await holds(exchange, who)).toEqual([told]);
    }
  });

  it('is never more than was put in, though the index is a minute behind the price that all else is valued at', async () => {
    const { exchange, who, price } = await opened();
    const [call, put] = [
      await orderDual(exchange, who, { type: 'call', amount: '0.5' }),
      await orderDual(exchange, who, { type: 'put', amount: '20000' }),
    ];
    const [above, below] = [hundredths(strikeOf(call), 110n), hundredths(strikeOf(put), 90n)];
    const worth = async () => (await holds(exchange, who)).map(({ asset, usdt }) => [asset, usdt]);
    const both = [
      ['BTC', formatAmount(strikeOf(call) / 2n)],
      ['USDT', '20000'],
    ];
    price(above);
    expect(await worth()).toEqual(both);
    const limits = { version: 0, exposure: null, fundpass: 'paper-fund' };
    const body = { ...limits, drawdown: { percent: '0.1', action: 'stop-all' } };
    expect((await exchange.send('saveProtection', { who, body })).code).toBe(200);
    // It has risen within the minute: the index still says that there will be coins.
    price(below, above);
    expect(await worth()).toEqual(both);
    expect((await exchange.send('userProfit', { who, query: { strategy_type: 'buy-low' } })).data.total_asset).toBe(
      '20000',
    );
    await exchange.protection.watch.look();
    price(above);
    await exchange.protection.watch.look();
    // Nothing has fallen: a peak that never was would stop all now.
    expect((await exchange.send('protection', { who })).data.crossings).toEqual([]);
    // And the other way round: what the index would still sell dearly is coins.
    price(above, below);
    expect((await worth())[0]).toEqual(['BTC', formatAmount(below / 2n)]);
  });

  it('counts in every sum: assets, limits of the account, and the exposure to the coin that it would be', async () => {
    const { exchange, who, price } = await opened();
    const [call, put] = [
      await orderDual(exchange, who, { type: 'call', amount: '0.5' }),
      await orderDual(exchange, who, { type: 'put', amount: '20000' }),
    ];
    for (const now of [hundredths(strikeOf(call), 120n), hundredths(strikeOf(put), 80n)]) {
      price(now);
      const coins =
        now > strikeOf(call) ? 0n : units('0.5') + mulDivDown(units('20000'), UNITS_PER_COIN, strikeOf(put));
      const { assets, balances } = await portfolio(exchange, who);
      const seen = await tried(exchange, who);
      expect(seen.equity).toBe(assets.total);
      const owned = freeCoins(balances) + coins;
      expect(standingOf(seen)?.value).toBe(formatAmount(mulDivDown(owned, now, UNITS_PER_COIN)));
    }
  });

  it('is at the settlement what is paid but for the interest, which is earned then; income counts it then too', async () => {
    for (const [type, percent] of [
      ['call', 120n],
      ['call', 90n],
      ['put', 120n],
      ['put', 80n],
    ] as const) {
      const { exchange, who: early, price } = await opened();
      const amount = type === 'call' ? '0.5' : '20000';
      const row = await orderDual(exchange, early, { type, amount });
      const now = hundredths(strikeOf(row), percent);
      price(now);
      await exchange.pass(DAY_MS - 60_000, DAY_MS - 60_000);
      let who = await exchange.trader();
      const before = await portfolio(exchange, who);
      expect(before.balances.some(({ account }: Hold) => account === 'hold')).toBe(true);
      const income = async () => (await exchange.send('userProfit', { who, query: { strategy_type: 'all' } })).data;
      const [earlier, listed] = [await income(), await holds(exchange, who)];
      // What an order has brought is nothing before it has ended; what is in it is what the portfolio says.
      expect(earlier.parts.every(({ profit }: { profit: string }) => profit === '0')).toBe(true);
      expect(earlier.total_asset).toBe(listed[0]?.usdt);
      await exchange.pass(2 * 3_600_000, 3_600_000);
      who = await exchange.trader();
      const after = await portfolio(exchange, who);
      const terms = {
        type,
        invested: units(amount),
        strike: strikeOf(row),
        aprE8: units(row.apy_display),
        days: row.invest_days,
      };
      const { paid, side, isExercised } = dualOutcome(terms, now);
      const exchanged =
        type === 'call'
          ? mulDivDown(terms.invested, terms.strike, UNITS_PER_COIN)
          : mulDivDown(terms.invested, UNITS_PER_COIN, terms.strike);
      const interest = paid - (isExercised ? exchanged : terms.invested);
      const expected = mulDivDown(interest, side === 'base' ? now : UNITS_PER_COIN, UNITS_PER_COIN);
      // Other coins of the account have prices of their own.
      const ofBoth = ({ balances }: { balances: readonly Hold[] }): bigint =>
        balances.reduce((sum, one) => (['BTC', 'USDT'].includes(one.asset) ? sum + units(one.usdt) : sum), 0n);
      const gained = ofBoth(after) - ofBoth(before);
      // Each value is cut to whole units.
      expect([type, percent, gained - expected >= -3n && gained - expected <= 3n]).toEqual([type, percent, true]);
      expect(interest > 0n).toBe(true);
      expect((await income()).parts.some(({ profit }: { profit: string }) => profit !== '0')).toBe(true);
    }
  });

  it('falls as the price goes beyond the exercise price, so that a limit of the drawdown sees it before the expiry', async () => {
    const { exchange, who, price } = await opened();
    const row = await orderDual(exchange, who, { type: 'put', amount: '90000' });
    const strike = strikeOf(row);
    price(strike + UNITS_PER_COIN);
    const { assets, balances } = await portfolio(exchange, who);
    const fallen = hundredths(strike, 50n);
    const ofCoins = mulDivDown(freeCoins(balances), strike + UNITS_PER_COIN - fallen, UNITS_PER_COIN);
    // Half of what the order lost beyond what the coins did.
    const most = ((ofCoins + units('22500')) * 10_000n) / units(assets.total);
    const drawdown = { percent: formatAmount(most * 1_000_000n), action: 'warn' };
    const body = { version: 0, drawdown, exposure: null, fundpass: 'paper-fund' };
    expect((await exchange.send('saveProtection', { who, body })).data.crossings).toEqual([]);
    price(fallen);
    await exchange.protection.watch.look();
    const { data } = await exchange.send('protection', { who });
    expect(data.crossings.map(({ limit }: { limit: string }) => limit)).toEqual(['drawdown']);
  });

  it('is of the index of now while the price of its expiry is looked for, and of that price alone once it is known', async () => {
    const { exchange, held, who: early, price } = await opened();
    const row = await orderDual(exchange, early, { type: 'put', amount: '1000' });
    const strike = strikeOf(row);
    const fall = hundredths(strike, 50n);
    held.index.set(BTC, null);
    held.last.set(MARKET, null);
    await exchange.pass(2 * DAY_MS, DAY_MS);
    let who = await exchange.trader();
    const { dual } = exchange;
    const order = dual.book.get(row.id);
    if (order === undefined) throw new Error('it has ended');
    price(fall);
    // The price of an expiry is asked for anew a minute later: nothing is settled meanwhile.
    const half = mulDivDown(mulDivDown(units('1000'), UNITS_PER_COIN, strike), fall, UNITS_PER_COIN);
    expect((await holds(exchange, who))[0]?.usdt).toBe(formatAmount(half));
    await exchange.sequencer.submit((tx) => {
      const { market, deliveryMs } = order;
      dual.book.fix(tx, { key: `${market}|${deliveryMs}`, market, deliveryMs, orders: new Set() }, strike * 2n);
    });
    who = await exchange.trader();
    expect((await holds(exchange, who))[0]?.usdt).toBe('1000');
  });
});

describe('an order whose index is not known', () => {
  it('makes equity and the exposure to its coin unknown for limits, which reach nothing then; the portfolio takes the last price', async () => {
    const { exchange, held, who, price } = await opened();
    const row = await orderDual(exchange, who, { type: 'put', amount: '1000' });
    const strike = strikeOf(row);
    price(hundredths(strike, 80n));
    expect((await tried(exchange, who)).equity).not.toBe('');
    held.index.set(BTC, null);
    const seen = await tried(exchange, who);
    expect(seen.equity).toBe('');
    expect(standingOf(seen)).toMatchObject({ value: '', verdict: 'unknown' });
    const coins = mulDivDown(units('1000'), UNITS_PER_COIN, strike);
    const worth = mulDivDown(coins, hundredths(strike, 80n), UNITS_PER_COIN);
    expect((await holds(exchange, who))[0]?.usdt).toBe(formatAmount(worth));
    // Nor is that known: the order is in no value, and its coin is named.
    held.last.set(MARKET, null);
    const { balances, unvalued } = await portfolio(exchange, who);
    expect(balances.find(({ account }: Hold) => account === 'hold')).toMatchObject({ amount: '1000', usdt: '0' });
    expect(unvalued).toContain('BTC');
  });
});

describe('what a move of all prices would do to an open order', () => {
  it('ends where it would be settled there: a buy-low order loses below its exercise price alone, a sell-high one wins nothing above', async () => {
    const told = async (hasOrders: boolean) => {
      const { exchange, who, price } = await opened();
      const began = exchange.feed.indexTicks(BTC, exchange.clock.nowMs()) ?? 0;
      const now = BigInt(began) * 10_000_000n;
      price(now);
      const orders = hasOrders
        ? [
            await orderDual(exchange, who, { type: 'put', amount: '20000' }),
            await orderDual(exchange, who, { type: 'call', amount: '0.5' }),
          ]
        : [];
      const { data } = await exchange.send('portfolioMoves', { who });
      const moves = data.moves as readonly { readonly percent: number; readonly accounts: string }[];
      return { now, orders, by: new Map(moves.map(({ percent, accounts }) => [percent, units(accounts)])) };
    };
    const [{ by: without }, { now, orders, by }] = [await told(false), await told(true)];
    const [put, call] = orders.map(strikeOf) as [bigint, bigint];
    for (const [percent, accounts] of by) {
      const end = (now * BigInt(100 + percent)) / 100n;
      // Money that would be coins below, and coins that would be money above.
      const lost = end > put ? 0n : units('20000') - mulDivDown(units('20000'), end, put);
      const missed = end < call ? 0n : (end - call) / 2n;
      const off = accounts - (without.get(percent) ?? 0n) + lost + missed;
      expect([percent, off >= -3n && off <= 3n, lost + missed > 0n]).toEqual([percent, true, true]);
    }
  });
});

import type { CandleColumns } from '#lib/engine/candles.ts';
import { STREAM } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import type { TestExchange } from './exchange-fixture.ts';
import { gathered } from './store-fixture.ts';

/**
 * Books of a bot that are led by another hand: from its stored fills, its rows in the account book and the minutes of the
 * market, in whole numbers, with none of the product's formulas. Amounts and prices are units (1e-8), values 1e-16 of
 * the asset that profits are counted in ("fine" below).
 */
export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const UNIT = 100_000_000n;

export interface OwnFill {
  readonly timeMs: number;
  readonly instrument: string;
  readonly isContract: boolean;
  readonly sign: bigint;
  readonly quantity: bigint;
  readonly price: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly feeAsset: string;
  /** Of a completed pair, round or sale; null for the others. */
  readonly profit: bigint | null;
}

interface Posting {
  readonly timeMs: number;
  readonly reason: string;
  readonly asset: string;
  /** What it brings to the bot's account, and to what it owes. */
  readonly held: bigint;
  readonly owed: bigint;
}

export interface Life {
  readonly record: BotRecord;
  readonly fills: readonly OwnFill[];
  /** Money that moved without a fill. */
  readonly cash: readonly Posting[];
}

/** Decimal text in units; what is finer than 1e-8 does not occur. */
export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * UNIT + BigInt(fraction.padEnd(8, '0'));
  return text.startsWith('-') ? -size : size;
}

/** The asset that a bot's profit is counted in: quote of a spot market, settle of a contract. */
export function profitAssetOf({ instrument }: Pick<BotRecord, 'instrument'>): string {
  const [market = '', settle] = instrument.split('@');
  return settle ?? (market.split('_')[1] as string);
}

export async function readLife(exchange: TestExchange, record: BotRecord): Promise<Life> {
  const settle = profitAssetOf(record);
  const rows = (await gathered(exchange.store.since(STREAM.fills, `${record.id}`, 0))).map(({ value }) =>
    JSON.parse(value),
  );
  const fills = rows.map((row): OwnFill => {
    const isContract = row.account === 'futures';
    return {
      timeMs: row.finish_time * 1000,
      instrument: isContract ? `${row.market}@${settle}` : row.market,
      isContract,
      sign: row.side === 'buy' ? 1n : -1n,
      quantity: unitsOf(row.match_qty),
      price: unitsOf(row.match_price),
      amount: unitsOf(row.match_amount),
      fee: unitsOf(row.fee),
      feeAsset: row.fee_asset,
      profit: row.profit === '' ? null : unitsOf(row.profit),
    };
  });
  const own = `bot:${record.id}`;
  const debt = `loan:${record.id}`;
  const cash = hourly(
    (await gathered(exchange.store.since('account_book', `${own}:cash`, 0))).flatMap(({ timeMs, value }) => {
      const { reason, postings } = JSON.parse(value) as {
        reason: string;
        postings: [string, string, string, string][];
      };
      const moved = (account: string, from: string, to: string, units: string): bigint =>
        BigInt(units) * (BigInt(to === account) - BigInt(from === account));
      return postings.map(([from, to, asset, units]) => ({
        timeMs,
        reason,
        asset,
        held: moved(own, from, to, units),
        owed: moved(debt, from, to, units),
      }));
    }),
  );
  return { record, fills, cash };
}

const HOUR = 3_600_000;

/** Interest is owed from hour to hour; the account book has a row for several hours, which are told apart again here. */
function hourly(rows: readonly Posting[]): readonly Posting[] {
  const since = new Map<string, number>();
  const out: Posting[] = [];
  for (const row of rows) {
    if (row.reason === 'loan') since.set(row.asset, row.timeMs);
    if (row.reason !== 'interest' || row.owed === 0n) {
      out.push(row);
      continue;
    }
    const first = Math.floor((since.get(row.asset) as number) / HOUR) + 1;
    const hours = Math.floor(row.timeMs / HOUR) - first + 1;
    since.set(row.asset, row.timeMs);
    for (let hour = 0; hour < hours; hour += 1) {
      const [before, after] = [hour, hour + 1].map((n) => (row.owed * BigInt(n)) / BigInt(hours)) as [bigint, bigint];
      out.push({ ...row, timeMs: (first + hour) * HOUR, owed: after - before });
    }
  }
  return out.sort((a, b) => a.timeMs - b.timeMs);
}

/** Prices of the world's minutes, units. */
export class OwnPrices {
  private readonly minutes = new Map<string, { candles: CandleColumns; marks: Int32Array | null }>();
  private readonly exchange: TestExchange;
  private readonly days: number;

  constructor(exchange: TestExchange, days: number) {
    this.exchange = exchange;
    this.days = days;
  }

  /** Last price in force just before `endMs`, the end of a minute; the mark that was published at that minute's beginning. */
  before(instrument: string, endMs: number, isMark: boolean): bigint {
    const { feed, clock } = this.exchange;
    const spec = feed.spec(instrument);
    if (spec === undefined) throw new Error(`no market ${instrument}`);
    const fromMs = Math.floor(clock.nowMs() / DAY) * DAY - this.days * DAY;
    const untilMs = Math.floor(clock.nowMs() / MINUTE) * MINUTE;
    const known = this.minutes.get(instrument) ?? {
      candles: feed.minutes(instrument, fromMs, untilMs, untilMs),
      marks: spec.contract === undefined ? null : feed.marks(instrument, fromMs, untilMs),
    };
    this.minutes.set(instrument, known);
    const at = (endMs - fromMs) / MINUTE - 1;
    const ticks = isMark ? known.marks?.[at] : known.candles.close[at];
    if (ticks === undefined || ticks < 0) throw new Error(`no price of ${instrument}`);
    return BigInt(ticks) * spec.tickUnits;
  }

  /** A stored price. */
  at(instrument: string, ticks: number | undefined): bigint {
    return BigInt(ticks as number) * (this.exchange.feed.spec(instrument)?.tickUnits as bigint);
  }

  now(instrument: string, isMark: boolean): bigint {
    const { feed, clock } = this.exchange;
    const ticks = isMark ? feed.markTicks(instrument, clock.nowMs()) : feed.lastTicks(instrument, clock.nowMs());
    return BigInt(ticks as number) * (feed.spec(instrument)?.tickUnits as bigint);
  }
}

export type PriceOf = (instrument: string, isMark: boolean) => bigint;

/** What a bot has and owes, led from fill to fill. */
export class OwnBooks {
  readonly held = new Map<string, bigint>();
  readonly owed = new Map<string, bigint>();
  /** Signed contracts × the quantity of one, what they brought and cost in all, and what the open ones did (average cost), fine. */
  readonly contracts = new Map<string, { size: bigint; paid: bigint; basis: bigint }>();
  /** Coins, less their fees, and what they cost in quote units (average cost). */
  readonly coins = new Map<string, { quantity: bigint; cost: bigint }>();
  private next = 0;
  private nextCash = 0;
  private readonly life: Life;
  private readonly asset: string;

  constructor(life: Life, prices: OwnPrices) {
    this.life = life;
    this.asset = profitAssetOf(life.record);
    const { coins, money, moneyAsset } = life.record;
    for (const { asset, amount } of coins) this.add(this.held, asset, BigInt(amount));
    if (coins.length === 0) this.add(this.held, moneyAsset, BigInt(money));
    if (coins.length === 0 && moneyAsset !== this.asset) {
      this.coins.set(life.record.instrument, { quantity: BigInt(money), cost: startOf(life, prices) / UNIT });
    }
  }

  private add(book: Map<string, bigint>, asset: string, units: bigint): void {
    book.set(asset, (book.get(asset) ?? 0n) + units);
  }

  /** Everything up to a moment; `isBefore`: that moment excluded. */
  goTo(timeMs: number, isBefore: boolean): void {
    const { fills, cash } = this.life;
    const isDue = (at: number | undefined): boolean => at !== undefined && (isBefore ? at < timeMs : at <= timeMs);
    for (; isDue(fills[this.next]?.timeMs); this.next += 1) this.enter(fills[this.next] as OwnFill);
    for (; isDue(cash[this.nextCash]?.timeMs); this.nextCash += 1) {
      const { asset, held, owed } = cash[this.nextCash] as Posting;
      this.add(this.held, asset, held);
      this.add(this.owed, asset, owed);
    }
  }

  private enter(fill: OwnFill): void {
    const { instrument, isContract, sign, quantity, amount, fee, feeAsset } = fill;
    this.add(this.held, feeAsset, -fee);
    if (isContract) {
      this.enterContract(fill);
      return;
    }
    const [base = '', quote = ''] = instrument.split('_');
    this.add(this.held, base, sign * quantity);
    this.add(this.held, quote, -sign * amount);
    const coins = this.coins.get(instrument) ?? { quantity: 0n, cost: 0n };
    const sold = quantity < coins.quantity ? quantity : coins.quantity;
    if (sign > 0n) coins.cost += amount;
    else if (coins.quantity > 0n) coins.cost -= ceil(coins.cost * sold, coins.quantity);
    coins.quantity += sign > 0n ? quantity - (feeAsset === base ? fee : 0n) : -sold;
    // A round that is over leaves crumbs, which the next one's cost knows nothing of.
    if (fill.profit !== null && this.life.record.kind === 'martingale')
      Object.assign(coins, { quantity: 0n, cost: 0n });
    this.coins.set(instrument, coins);
  }

  private enterContract(fill: OwnFill): void {
    const { instrument, sign, quantity, price } = fill;
    const own = this.contracts.get(instrument) ?? { size: 0n, paid: 0n, basis: 0n };
    const value = sign * contractValue(fill, price);
    const after = own.size + sign * quantity;
    own.paid += value;
    if (own.size * sign >= 0n) own.basis += value;
    // Reduced, its cost goes in proportion; turned over, the rest was opened at this price.
    else if (after * own.size >= 0n) own.basis = (own.basis * after) / own.size;
    else own.basis = sign * contractValue({ instrument, quantity: after * sign }, price);
    own.size = after;
    this.contracts.set(instrument, own);
  }

  /** Everything it has less everything it owes, fine. */
  equity(price: PriceOf): bigint {
    let equity = 0n;
    for (const [asset, units] of this.held) equity += units * this.priceOfAsset(asset, price);
    for (const [asset, units] of this.owed) equity -= units * this.priceOfAsset(asset, price);
    for (const [instrument, { size, paid }] of this.contracts) {
      if (size === 0n) equity += isInverse(instrument) ? paid : -paid;
      else {
        const value = contractValue({ instrument, quantity: size }, price(instrument, true));
        equity += isInverse(instrument) ? paid - value : value - paid;
      }
    }
    return equity;
  }

  private priceOfAsset(asset: string, price: PriceOf): bigint {
    if (asset === this.asset) return UNIT;
    return this.held.get(asset) === 0n && (this.owed.get(asset) ?? 0n) === 0n
      ? 0n
      : price(`${asset}_${this.asset}`, false);
  }
}

/** BTC_USD@BTC: a contract is worth quantity ÷ price of its settle asset. */
function isInverse(instrument: string): boolean {
  return instrument.startsWith(`${instrument.split('@')[1]}_`);
}

/** Value of a contract's quantity at a price, fine; signed as the quantity. */
export function contractValue(
  { instrument, quantity }: Pick<OwnFill, 'instrument' | 'quantity'>,
  price: bigint,
): bigint {
  return isInverse(instrument) ? (quantity * UNIT * UNIT) / price : quantity * price;
}

function ceil(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** What a bot was worth at its creation, fine: money, or coins at the prices that stood then. */
export function startOf({ record }: Life, prices: OwnPrices): bigint {
  const asset = profitAssetOf(record);
  if (record.coins.length === 0) {
    const price = record.moneyAsset === asset ? UNIT : prices.at(record.instrument, record.createPrices[0]);
    return BigInt(record.money) * price;
  }
  return record.coins.reduce((sum, coin, feed) => {
    return sum + BigInt(coin.amount) * prices.at(`${coin.asset}_${asset}`, record.createPrices[feed]);
  }, 0n);
}

/** Fees of its fills, each at the price of its fill, and of a liquidation, fine. */
export function feesOf({ record, fills, cash }: Life): bigint {
  const asset = profitAssetOf(record);
  const ofLiquidation = cash
    .filter(({ reason }) => reason === 'liquidation_fee')
    .reduce((sum, { held }) => sum - held, 0n);
  const ofFills = fills.reduce((sum, { fee, feeAsset, price }) => sum + fee * (feeAsset === asset ? UNIT : price), 0n);
  return ofFills + ofLiquidation * UNIT;
}

/** Interest owed from hour to hour, that in coins at the price of its hour, fine. */
export function interestOf({ record, cash }: Life, prices: OwnPrices): bigint {
  const asset = profitAssetOf(record);
  return cash
    .filter(({ reason }) => reason === 'interest')
    .reduce((sum, row) => {
      const price = row.asset === asset ? UNIT : prices.before(`${row.asset}_${asset}`, row.timeMs, false);
      return sum + row.owed * price;
    }, 0n);
}

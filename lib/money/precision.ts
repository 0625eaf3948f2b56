/**
 * How many decimals a figure has, by what it is: the one table that every screen asks (X23 settles the documents' many
 * readings). Nothing else in the product decides decimals of an amount; prices follow their market's tick.
 */

/** How a figure of some context is written. */
export interface Precision {
  /** Decimals at most; also at least, unless `isTrimmed`. */
  readonly decimals: number;
  readonly isTrimmed?: boolean;
  /** Default: nearest. `down` cuts: what was paid in must never look like more than it was. */
  readonly rounding?: 'down';
}

export type AmountContext =
  /** What was put into a bot (C-340, E-361). */
  | 'investment'
  /** Value of an order, a fill or a holding, in what it is paid with (M-386, E-364). */
  | 'order-amount'
  /** Coins of an order or a position (M-387, E-364). */
  | 'quantity'
  /** Profits and the sums that make them up: fees, funding, interest (E-362). */
  | 'profit'
  /** Coins as they lie in an account, and the fee of one order: every digit that there is (E-366). */
  | 'held-coin'
  /** Lines of a bot's books: every digit, so that they add up for who checks them. */
  | 'book'
  /** Money that a position binds (E-367). */
  | 'margin'
  /** Money of a portfolio: what it is worth; what lies beside its coins, and what there is to make one of (C-439, E-365). */
  | 'portfolio-money'
  | 'portfolio-balance';

/** Decimals of a price whose market is not known; the most that a price may have on the wire (M-234). */
const PRICE_DECIMALS = 12;

const TABLE: { readonly [C in AmountContext]: (asset: string, quote: string) => Precision } = {
  investment: (asset, quote) => ({ decimals: investmentDecimals(asset, quote), rounding: 'down' }),
  'order-amount': (asset) => ({ decimals: orderAmountDecimals(asset) }),
  quantity: (asset) => ({ decimals: quantityDecimals(asset) }),
  profit: (asset) => ({ decimals: profitDecimals(asset) }),
  'held-coin': () => ({ decimals: 12, isTrimmed: true }),
  book: () => ({ decimals: 16, isTrimmed: true }),
  margin: () => ({ decimals: 6, isTrimmed: true }),
  'portfolio-money': () => ({ decimals: PORTFOLIO_DECIMALS }),
  'portfolio-balance': () => ({ decimals: 7, isTrimmed: true, rounding: 'down' }),
};

/** Precision of an amount of `asset`. `quote` is what its market is quoted in; absent where the asset is its own. */
export function precisionOf(context: AmountContext, asset: string, quote: string = asset): Precision {
  return TABLE[context](asset, quote);
}

/** Precision of a price: that of its market's tick; while the market is not known the digits that it came with. */
export function pricePrecision(tickDecimals: number | undefined): Precision {
  return tickDecimals === undefined ? { decimals: PRICE_DECIMALS, isTrimmed: true } : { decimals: tickDecimals };
}

/** BTC 6, another asset of a BTC-quoted market 4, the quote money of another 2; coins that were brought are a quantity. */
function investmentDecimals(asset: string, quote: string): number {
  if (asset === 'BTC') return 6;
  return quote === 'BTC' || asset !== quote ? 4 : 2;
}

/** BTC 5, ETH 7, otherwise 2. */
function orderAmountDecimals(unit: string): number {
  if (unit === 'BTC') return 5;
  return unit === 'ETH' ? 7 : 2;
}

/** BTC 6, otherwise 4. */
function quantityDecimals(asset: string): number {
  return asset === 'BTC' ? 6 : 4;
}

/** BTC 6, otherwise 4. */
function profitDecimals(asset: string): number {
  return asset === 'BTC' ? 6 : 4;
}

/** Investment typed (C-236, C-438): the symbol's precision once it is known, else BTC 6 and otherwise 4. */
export function inputDecimals(asset: string, symbolDecimals: number | null): number {
  return symbolDecimals ?? (asset === 'BTC' ? 6 : 4);
}

/** USDT that a smart position is created with (C-439), and that comes into it later. */
export const PORTFOLIO_DECIMALS = 2;

/** More money for a bot that lives (X23): a portfolio's has two decimals, as what it was created with. */
export function addedDecimals(asset: string, trades: string): number {
  return trades === 'portfolio' ? PORTFOLIO_DECIMALS : inputDecimals(asset, null);
}

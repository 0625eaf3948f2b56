import { MOST_COINS } from '../../formulas/portfolio-minimum.ts';
import { shareOutHundred } from '../../formulas/portfolio-shares.ts';
import { floorToStep, parseAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import { instrumentOf, type MarketSpec, quoteValueDown } from '../../money/market-spec.ts';
import { PORTFOLIO_DECIMALS } from '../../money/precision.ts';
import type { FormValues } from '../definition.ts';
import { parseTextRows } from '../rules/text-rows.ts';

/**
 * The coins of a portfolio as the form holds them: JSON text of its rows (C-149). The rate is percent; `amount`
 * is what is brought of a held coin, '' where the portfolio is bought with cash.
 */
export interface CoinRow {
  readonly asset: string;
  readonly rate: string;
  readonly amount: string;
}

/** What portfolios are counted in (C-162). */
export const PORTFOLIO_QUOTE = 'USDT';
/** Assets that are no coins of a portfolio (C-324). */
const EXCLUDED = ['USDT', 'USD', 'POINT', 'YEP'];

export function portfolioAsset(): string {
  return PORTFOLIO_QUOTE;
}

export function portfolioDecimals(): number {
  return PORTFOLIO_DECIMALS;
}

/** C-149: `spot` brings coins that are held, `all` buys them. */
export function bringsCoins(values: FormValues): boolean {
  return values.coin_type === 'spot';
}

export function formatCoins(rows: readonly CoinRow[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows.map(({ asset, rate, amount }) => ({ asset, rate, amount })));
}

/** The coins of the form; null when the text is not a list of coins. */
export function parseCoins(text: string): readonly CoinRow[] | null {
  return parseTextRows(text, ['asset', 'rate', 'amount']);
}

/** The market of a coin, on the page's own market or among its companions; undefined where there is none. */
export function coinSpec(asset: string, spec: MarketSpec): MarketSpec | undefined {
  const market = `${asset}_${PORTFOLIO_QUOTE}`;
  if (spec.market === market && spec.contract === undefined) return spec;
  const { companions = {} } = spec;
  return Object.hasOwn(companions, market) ? companions[market] : undefined;
}

/** C-246, E-219: one can go only when there are more than the kind's fewest. */
export function canRemoveCoin(rows: readonly CoinRow[], fewest: number): boolean {
  return rows.length > fewest;
}

/** Why a coin cannot be added, as an issue code; null when it can (C-328, C-329). */
export function addRefusal(rows: readonly CoinRow[], asset: string): 'pairs.most' | 'pairs.twice' | null {
  if (rows.some((row) => row.asset === asset)) return 'pairs.twice';
  return rows.length >= MOST_COINS ? 'pairs.most' : null;
}

/** What is left of 100 percent, as text; negative when too much is given away (C-245). */
export function remainingPercent(rows: readonly CoinRow[]): bigint {
  const given = rows.reduce((sum, { rate }) => sum + (parseAmount(readDecimal(rate) ?? '') ?? 0n), 0n);
  return 100n * UNITS_PER_COIN - given;
}

/** Whether a holding is listed among the coins that can be brought: worth more than 1 USDT, and a coin (C-324). `price` in quote units. */
export function isListedHolding(asset: string, units: bigint, price: bigint): boolean {
  return !EXCLUDED.includes(asset) && units * price > UNITS_PER_COIN * UNITS_PER_COIN;
}

type Prices = Readonly<Record<string, number>> | undefined;

/** Value of one brought coin, quote units rounded down; null while market, price or amount are not known. */
export function broughtValueOf(row: CoinRow, spec: MarketSpec, prices: Prices): bigint | null {
  const market = coinSpec(row.asset, spec);
  const ticks = market === undefined ? undefined : prices?.[instrumentOf(market)];
  const amount = parseAmount(readDecimal(row.amount) ?? '');
  if (market === undefined || ticks === undefined || amount === null) return null;
  return quoteValueDown(market, amount, ticks);
}

/** Value of all brought coins, whole cents (the form's precision); null while one of them is not known. */
export function broughtValue(rows: readonly CoinRow[], spec: MarketSpec, prices: Prices): bigint | null {
  let total = 0n;
  for (const row of rows) {
    const value = broughtValueOf(row, spec, prices);
    if (value === null) return null;
    total += value;
  }
  return floorToStep(total, UNITS_PER_COIN / 100n);
}

/** The brought coins with their shares of the present value, floored and filled up to 100 from the first on (C-327); null while a value is not known. */
export function withHeldShares(rows: readonly CoinRow[], spec: MarketSpec, prices: Prices): readonly CoinRow[] | null {
  const values = rows.map((row) => broughtValueOf(row, spec, prices));
  if (!values.every((value) => value !== null)) return null;
  const shares = shareOutHundred(values);
  return rows.map((row, index) => ({ ...row, rate: String(shares[index] ?? 0) }));
}

/**
 * Whether the trader must confirm the coins that he brings (C-214): only when they are worth less than the form says by
 * now, or when that cannot be known; otherwise the form confirms by itself.
 */
export function mustConfirmHeld(rows: readonly CoinRow[], money: string, spec: MarketSpec, prices: Prices): boolean {
  const value = broughtValue(rows, spec, prices);
  const said = parseAmount(readDecimal(money) ?? '');
  return value === null || said === null || value < said;
}

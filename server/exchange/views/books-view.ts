import type { BookPart, BookTerm } from '#lib/contract/book-words.ts';
import { EQUITY_SCALE, type EquityStatement } from '#lib/engine/machine.ts';
import { formatAmount, formatFineAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { BookSums, PartSum } from '../bots/book-reader.ts';

/**
 * A bot's books as a statement: each term of its identity, and what it is made of. The terms are the machine's, the parts are the
 * journal's (book-reader.ts) and the prices that the statement is of; what lies between the two is shown and is 0.
 */

/** Everything that the statement is made of, of one moment. */
export interface BooksInput {
  /** What profits are counted in. */
  readonly asset: string;
  readonly statement: EquityStatement;
  /** Net profit of completed pairs and rounds as the bot's row has it, units. */
  readonly netProfit: bigint;
  readonly sums: BookSums;
  /** Of one coin at that moment, 1e-8 of `asset`. */
  readonly priceOf: (coin: string) => bigint;
  /** Profit of open contracts, units; null for bots that have none. */
  readonly unrealised: bigint | null;
  /** It has ended: what it had is what its owner got back. */
  readonly isEnded: boolean;
}

/** Values in 1e-16 of the asset that is counted in. */
interface Part {
  readonly what: BookPart;
  readonly market: string;
  readonly account: '' | 'spot' | 'futures';
  readonly asset: string;
  readonly amount: bigint;
  readonly price: bigint | null;
  readonly value: bigint;
  readonly count: number;
}

export function booksView(input: BooksInput) {
  const { statement } = input;
  const made = partsOf(input);
  const line = (term: BookTerm, value: bigint) => {
    const parts = made[term];
    const sum = parts.reduce((total, part) => total + part.value, 0n);
    return {
      term,
      value: formatFineAmount(value),
      parts: parts.map(partView),
      difference: formatFineAmount(value - sum),
    };
  };
  return {
    lines: [
      line('start', statement.start),
      line('deposits', statement.deposits),
      line('withdrawals', statement.withdrawals),
      line('grid_profit', statement.gridProfit),
      line('position_profit', statement.positionProfit),
      line('fees', statement.fees),
      line('funding', statement.funding),
      line('interest', statement.interest),
      line('profit_share', statement.profitShare),
      line('equity', statement.equity),
    ],
    residual: formatFineAmount(statement.residual),
  };
}

function partView({ what, market, account, asset, amount, price, value, count }: Part) {
  return {
    ...{ what, market, account, asset, count },
    amount: formatAmount(amount),
    price: price === null ? '' : formatAmount(price),
    value: formatFineAmount(value),
  };
}

function partsOf(input: BooksInput): Readonly<Record<BookTerm, readonly Part[]>> {
  const { asset, statement, sums } = input;
  const journal = [...sums.parts.values()];
  const of = (...wanted: readonly BookPart[]): Part[] =>
    wanted.flatMap((what) => journal.filter((part) => part.what === what).map(asPart));
  const figure = (what: BookPart, value: bigint): Part[] => {
    const amount = value / EQUITY_SCALE;
    return value === 0n ? [] : [{ ...NOWHERE, what, asset, amount, price: null, value, count: 0 }];
  };
  const total = (parts: readonly Part[]): bigint => parts.reduce((sum, { value }) => sum + value, 0n);
  const completed = of('completed');
  const net = input.netProfit * EQUITY_SCALE;
  const interest = interestParts(of('interest'), input);
  // What was taken out and put in again counts as neither: the withdrawals that there are say how much that is.
  const putBack = total(of('paid_out')) - statement.withdrawals;
  const isCoin = (part: Part): boolean => part.asset !== asset;
  return {
    start: of('funded'),
    deposits: [...of('paid_in'), ...figure('put_back', -putBack)],
    withdrawals: [...of('paid_out'), ...figure('put_back', -putBack)],
    grid_profit: [
      ...completed,
      ...figure('forced_rounds', net - total(completed)),
      ...figure('completed_fees', statement.gridProfit - net),
    ],
    position_profit: [
      ...of('sold', 'bought', 'coin_fees', 'realised'),
      ...of('insurance').filter((part) => !isCoin(part)),
      ...coinsNow(input),
      ...openPosition(input),
      ...figure('brought', -total(of('funded').filter(isCoin))),
      ...figure('coin_interest', total(interest.filter(isCoin))),
      ...figure('in_grid_profit', -statement.gridProfit),
    ],
    fees: of('trade_fees', 'liquidation_fee'),
    funding: of('funding'),
    interest,
    profit_share: atEndPrices(of('shared'), input),
    equity: input.isEnded
      ? atEndPrices(of('returned'), input)
      : [...moneyNow(input), ...coinsNow(input), ...openPosition(input)],
  };
}

const NOWHERE = { market: '', account: '' } as const;

function asPart({ what, market, account, asset, amount, value, count }: PartSum): Part {
  return { what, market, account, asset, amount, price: null, value, count };
}

/** Interest in coins is valued hour by hour, which the machine alone does: what of the term is not owed in money. */
function interestParts(parts: readonly Part[], { asset, statement }: BooksInput): Part[] {
  const inMoney = parts.filter((part) => part.asset === asset).reduce((sum, { value }) => sum + value, 0n);
  return parts.map((part) => (part.asset === asset ? part : { ...part, value: statement.interest - inMoney }));
}

function moneyNow({ asset, sums }: BooksInput): Part[] {
  const [held, owed] = [sums.held.get(asset) ?? 0n, sums.owed.get(asset) ?? 0n];
  const part = (what: BookPart, amount: bigint): Part => {
    return { ...NOWHERE, what, asset, amount, price: null, value: amount * EQUITY_SCALE, count: 0 };
  };
  return [part('money', held), ...(owed === 0n ? [] : [part('owed', -owed)])];
}

/** Coins that are held and owed, at the prices of the moment. */
function coinsNow({ asset, sums, priceOf }: BooksInput): Part[] {
  const parts: Part[] = [];
  for (const [what, book, sign] of [
    ['held', sums.held, 1n],
    ['owed', sums.owed, -1n],
  ] as const) {
    for (const [coin, units] of book) {
      if (coin === asset || units === 0n) continue;
      const price = priceOf(coin);
      const amount = sign * units;
      parts.push({ ...NOWHERE, what, asset: coin, amount, price, value: amount * price, count: 0 });
    }
  }
  return parts;
}

function openPosition({ asset, unrealised }: BooksInput): Part[] {
  if (unrealised === null || unrealised === 0n) return [];
  const value = unrealised * EQUITY_SCALE;
  return [{ ...NOWHERE, what: 'open_position', asset, amount: unrealised, price: null, value, count: 0 }];
}

/** What came back and what the provider of a copy got, coins at the prices of the end. */
function atEndPrices(parts: readonly Part[], { asset, priceOf }: BooksInput): Part[] {
  return parts.map((part) => {
    const price = part.asset === asset ? UNITS_PER_COIN : priceOf(part.asset);
    return { ...part, price: part.asset === asset ? null : price, value: part.amount * price };
  });
}

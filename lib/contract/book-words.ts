/** The words of a bot's books: the terms of the identity that it keeps, and what each of them is made of. */

/** start + deposits − withdrawals + grid profit + position profit − fees + funding − interest − profit share = equity. */
export const BOOK_TERMS = [
  'start',
  'deposits',
  'withdrawals',
  'grid_profit',
  'position_profit',
  'fees',
  'funding',
  'interest',
  'profit_share',
  'equity',
] as const;
export type BookTerm = (typeof BOOK_TERMS)[number];

/** Parts that lie in the journal row by row: their fills or postings can be asked for. */
export const BOOK_ROW_PARTS = [
  /** What it was created with; coins at the price of that moment. */
  'funded',
  'paid_in',
  'paid_out',
  /** What the provider of a copied bot got of its profit. */
  'shared',
  /** What its owner got back at the end. */
  'returned',
  /** Net profit of completed trades. */
  'completed',
  'bought',
  'sold',
  /** Fees that were taken in coins, at the price of their trade: a purchase's cost before fees is the smaller for them. */
  'coin_fees',
  /** Profit or loss of contracts that came into the account. */
  'realised',
  'insurance',
  'trade_fees',
  'liquidation_fee',
  'funding',
  'interest',
] as const;
export type BookRowPart = (typeof BOOK_ROW_PARTS)[number];

/** Parts that are what stands now, or that another term has already. */
export const BOOK_FIGURES = [
  /** Taken out and put in again: neither a deposit nor a withdrawal any more. */
  'put_back',
  /** Rounds that a forced end closed: no trade completed them. */
  'forced_rounds',
  /** Fees of completed trades, which the line of fees has. */
  'completed_fees',
  'money',
  'held',
  'owed',
  /** Profit that open contracts have not realised. */
  'open_position',
  /** Coins that it was created with: not bought. */
  'brought',
  /** Profit before fees that the line of completed trades has. */
  'in_grid_profit',
  /** Interest that is owed in coins, which the line of interest has. */
  'coin_interest',
] as const;
export type BookFigure = (typeof BOOK_FIGURES)[number];
export type BookPart = BookRowPart | BookFigure;

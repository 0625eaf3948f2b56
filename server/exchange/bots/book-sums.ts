import type { BookRowPart } from '#lib/contract/book-words.ts';
import { parseAmount, parseSignedAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { botAccount, loanAccount, marketAccount } from '../ledger/account-names.ts';
import type { BookEntry } from '../ledger/ledger.ts';
import { profitAssetOf } from './bot-equity.ts';
import { contractOf } from './bot-markets.ts';
import { type FillRow, readFill } from './journal-rows.ts';

/** What the rows of a bot's journal are to its books. */

/** One entry of a part. Amounts in units of `asset`, signed as the part counts them. */
export interface PartEntry {
  readonly what: BookRowPart;
  readonly market: string;
  readonly account: '' | 'spot' | 'futures';
  readonly side: '' | 'buy' | 'sell';
  /** The role of a fill, the reason of a posting. */
  readonly type: string;
  readonly asset: string;
  readonly amount: bigint;
  /** Of one of `asset`; '' where nothing is converted. */
  readonly price: string;
  /** 1e-16 of what profits are counted in; null where the books value only the sum. */
  readonly value: bigint | null;
}

/** How a row changes what the bot holds and owes, units. */
export interface Change {
  readonly book: 'held' | 'owed';
  readonly asset: string;
  readonly amount: bigint;
}

export interface RowMeaning {
  readonly entries: readonly PartEntry[];
  readonly changes: readonly Change[];
}

/** The journal's streams that the books are read from. */
export type BookSource = 'fills' | 'funds' | 'cash' | 'trades';

/** Whose books they are. */
export interface BookOwner {
  readonly id: number;
  readonly spec: MarketSpec;
  /** Price of a coin when the bot was created, 1e-8 of what profits are counted in. */
  readonly createPrice: (asset: string) => bigint;
}

/** A stored decimal. The journal is our own: what is none is a bug and throws. */
function units(text: string): bigint {
  const read = parseSignedAmount(text);
  if (read === null) throw new Error(`not an amount: ${text}`);
  return read;
}

const NOWHERE = { market: '', account: '', side: '', price: '' } as const;

/** What a row means; `value` as the store has it. */
export function meaningOf(owner: BookOwner, source: BookSource, value: string): RowMeaning {
  if (source === 'fills') return fillMeaning(owner, readFill(owner.spec, value));
  const entry = JSON.parse(value) as BookEntry;
  if (source === 'funds') return fundMeaning(owner, entry);
  return source === 'cash' ? cashMeaning(owner, entry) : tradeMeaning(owner, entry);
}

/** A fill on a spot market exchanges coins; of a contract it costs its fee, and what it realised is in the account book. */
function fillMeaning({ spec }: BookOwner, fill: FillRow): RowMeaning {
  const { market, account, side, role: type, match_price: price, fee_asset: feeAsset } = fill;
  const asset = profitAssetOf(spec);
  const [fee, amount] = [units(fill.fee), units(fill.match_amount)];
  const place = { market, account, side, type };
  const isInCoins = feeAsset !== asset;
  const feeValue = fee * (isInCoins ? (parseAmount(price) ?? 0n) : UNITS_PER_COIN);
  const charged = { ...place, asset: feeAsset, amount: fee, price: isInCoins ? price : '', value: feeValue };
  const entries: PartEntry[] = [];
  const money = (what: 'bought' | 'sold' | 'completed', sum: bigint): PartEntry => {
    return { ...place, what, asset, amount: sum, price: '', value: sum * UNITS_PER_COIN };
  };
  if (fill.profit !== '') entries.push(money('completed', units(fill.profit)));
  if (fee !== 0n) entries.push({ ...charged, what: 'trade_fees' });
  if (account === 'futures') return { entries, changes: [{ book: 'held', asset: feeAsset, amount: -fee }] };
  const sign = side === 'buy' ? 1n : -1n;
  entries.push(side === 'buy' ? money('bought', -amount) : money('sold', amount));
  if (isInCoins && fee !== 0n) entries.push({ ...charged, what: 'coin_fees' });
  const [base = ''] = market.split('_');
  const changes: Change[] = [
    { book: 'held', asset: base, amount: sign * units(fill.match_qty) },
    { book: 'held', asset, amount: -sign * amount },
    { book: 'held', asset: feeAsset, amount: -fee },
  ];
  return { entries, changes };
}

/** What came into the bot's account by a posting group, or went out (below 0), by the other account. */
function moved(account: string, { postings }: BookEntry) {
  return postings.flatMap(([from, to, asset, text]) => {
    if (from === account) return [{ other: to, asset, amount: -BigInt(text) }];
    return to === account ? [{ other: from, asset, amount: BigInt(text) }] : [];
  });
}

/** Money between the bot and its owner, by the reason of the posting group. */
const FUNDS: Readonly<Record<string, { readonly what: BookRowPart; readonly sign: bigint }>> = {
  'bot-fund': { what: 'funded', sign: 1n },
  'experience-in': { what: 'funded', sign: 1n },
  'bot-add': { what: 'paid_in', sign: 1n },
  'margin-add': { what: 'paid_in', sign: 1n },
  'margin-withdrawal': { what: 'paid_out', sign: -1n },
  'profit-withdrawal': { what: 'paid_out', sign: -1n },
  'profit-share': { what: 'shared', sign: -1n },
  'profit-share-end': { what: 'shared', sign: -1n },
  'bot-return': { what: 'returned', sign: -1n },
  'experience-out': { what: 'returned', sign: -1n },
};

/** What goes out at the end. */
const ENDING: ReadonlySet<string> = new Set(['profit-share-end', 'bot-return', 'experience-out']);

/** What came back at the end is what the bot had: it stays in what it holds, as does its provider's part of it. Its coins are valued with the rest, by whoever knows the end's prices. */
function fundMeaning({ id, spec, createPrice }: BookOwner, entry: BookEntry): RowMeaning {
  const kind = FUNDS[entry.reason];
  if (kind === undefined) throw new Error(`bot ${id} was given money for ${entry.reason}`);
  const counted = profitAssetOf(spec);
  const entries: PartEntry[] = [];
  const changes: Change[] = [];
  for (const { asset, amount } of moved(botAccount(id), entry)) {
    if (!ENDING.has(entry.reason)) changes.push({ book: 'held', asset, amount });
    const price = asset === counted ? UNITS_PER_COIN : kind.what === 'funded' ? createPrice(asset) : null;
    const sum = kind.sign * amount;
    entries.push({
      ...NOWHERE,
      ...{ what: kind.what, type: entry.reason, asset, amount: sum },
      value: price === null ? null : sum * price,
    });
  }
  return { entries, changes };
}

/** Funding, interest, loans, liquidation fees and what the insurance paid or took. */
function cashMeaning({ id, spec }: BookOwner, entry: BookEntry): RowMeaning {
  const counted = profitAssetOf(spec);
  const entries: PartEntry[] = [];
  const changes: Change[] = [];
  const enter = (what: BookRowPart, asset: string, amount: bigint): void => {
    const value = asset === counted ? amount * UNITS_PER_COIN : null;
    entries.push({ ...NOWHERE, what, type: entry.reason, asset, amount, value });
  };
  for (const { asset, amount } of moved(botAccount(id), entry)) {
    changes.push({ book: 'held', asset, amount });
    if (entry.reason === 'funding') enter('funding', asset, amount);
    if (entry.reason === 'liquidation_fee') enter('liquidation_fee', asset, -amount);
    if (entry.reason === 'insurance') enter('insurance', asset, amount);
  }
  for (const { asset, amount } of moved(loanAccount(id), entry)) {
    changes.push({ book: 'owed', asset, amount });
    if (entry.reason === 'interest') enter('interest', asset, amount);
  }
  return { entries, changes };
}

/** What a contract's trades brought into the account or took from it. Their fees, and trades on spot markets, are read off the fills. */
function tradeMeaning({ id, spec }: BookOwner, entry: BookEntry): RowMeaning {
  const contract = contractOf(spec);
  const entries: PartEntry[] = [];
  const changes: Change[] = [];
  if (contract === null) return { entries, changes };
  const other = marketAccount(instrumentOf(contract));
  for (const { other: from, asset, amount } of moved(botAccount(id), entry)) {
    if (from !== other) continue;
    changes.push({ book: 'held', asset, amount });
    entries.push({
      ...{ what: 'realised', market: contract.market, account: 'futures', side: '', type: entry.reason },
      ...{ asset, amount, price: '', value: amount * UNITS_PER_COIN },
    });
  }
  return { entries, changes };
}

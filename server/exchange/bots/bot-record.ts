import type { AiGrade } from '#lib/contract/ai-judged.ts';
import type { BotStatus, BotStep, FinishReason } from '#lib/contract/bot-words.ts';
import type { EquityStatement } from '#lib/engine/machine.ts';
import type { PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { storedUnits } from '#lib/money/stored-values.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import type { TradingAccount } from '../ledger/account-names.ts';
import type { AgreedEnd } from './agreed-plan.ts';
import { limitsAlone, upgradeRecord } from './early-record.ts';
import { type CopyShare, formatShare, readShare } from './share-record.ts';

/** What the trader asked for, as it came over the wire, of any kind. The fund password is never among it. */
export type StoredPayload = PayloadByKind[RunnableKind];

/** How the owner wants the bot closed (M-114). */
export interface StopOption {
  readonly account: TradingAccount | 'futures_usd';
  readonly type: 'market' | 'limit' | 'no_close';
  readonly market: string;
  readonly price: 'lastprice';
  /** Fraction, as text. */
  readonly slip: string;
  /** Seconds. */
  readonly expiration: number;
}

/**
 * Figures that are fixed when a bot has ended, in units of its profit asset; coins that were kept are valued at the last
 * price. `funding` is signed (received minus paid), `interest` what was paid.
 */
export interface FinalFigures {
  readonly equity: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  readonly interest: bigint;
  readonly residual: bigint;
  /** Coins of the bot's own market that were kept, base units. */
  readonly baseHeld: bigint;
  /** Value of all coins that were kept, of every market that it traded, at the prices of the end; null in records from before it was kept. */
  readonly coinValue: bigint | null;
  readonly ticks: number;
  /** The exact statement of the end, and the prices of its feeds that it is of; null in records from before it was kept. */
  readonly books: FinalBooks | null;
}

/** The last statement of a machine (EquityStatement's scale) and the prices, by feed, at which it was made. */
export interface FinalBooks {
  readonly statement: EquityStatement;
  readonly prices: readonly number[];
}

/** One bot of the exchange. Amounts are units (1e-8), prices ticks, times ms. */
export interface BotRecord {
  readonly id: number;
  readonly kind: RunnableKind;
  readonly ownerId: number;
  /** As the wire calls it: BTC_USDT. */
  readonly market: string;
  /** Key of its prices (instrumentOf): BTC_USDT, BTC_USDT@USDT. */
  readonly instrument: string;
  /** Where its money came from and goes back to. */
  readonly account: TradingAccount;
  readonly createMs: number;
  /** The prices of its feeds (feedsOf) at its creation, ticks. */
  readonly createPrices: readonly number[];
  /** False: another price stands in for those (early-record.ts), and nothing may be told of them. */
  readonly isCreatePriceKnown?: boolean;
  /** What it was asked to be; its owner's changes are in it. */
  payload: StoredPayload;
  readonly moneyAsset: string;
  /** Where coins were brought: what they were worth at its creation. */
  readonly money: bigint;
  /** Coins that it was funded with in place of money; empty when it was money. */
  readonly coins: readonly Fund[];
  /** The part of `money` that is trial funds. */
  readonly trial: bigint;
  readonly feeRate: bigint;
  /** The exchange itself found its parameters to be those of an AI search; of records from before it looked, what its maker said. */
  isAi: boolean;
  /** How the search judged them then; absent where that is not known. */
  aiGrade?: AiGrade | undefined;
  /** The bot that this one copies; 0 = none. */
  readonly followId: number;
  name: string;
  abstract: string;
  isHide: boolean;
  /** When it first stood in public lists: from then on it counts for its provider, for ever (H54, H57). Null = never. */
  listedMs: number | null;
  /** Since when it has stood in public lists without a break; null while it is hidden. */
  shownMs: number | null;
  isHideOrder: boolean;
  isOpenParams: boolean;
  status: BotStatus;
  step: BotStep;
  finishMs: number | null;
  finishAs: FinishReason | '';
  stopOptions: readonly StopOption[];
  /** The investment valued in units of the profit asset when the bot started. */
  startEquity: bigint;
  /** Profit that its owner took out before the end, units of the profit asset. */
  withdrawn: bigint;
  /** Money that its owner put in after the start, units of the profit asset. */
  deposited: bigint;
  matchTimes: number;
  tradeNum: number;
  /** Of its latest fill; null before the first. */
  lastTradeMs: number | null;
  winNum: number;
  lossNum: number;
  /** Σ Fill.matchProfit: what the trades of `winNum` and `lossNum` came to; the rest of the profit is one trade more (countTrades, lib/formulas/all-trades.ts). */
  completedProfit: bigint;
  /** Net profit of completed pairs or rounds, units, as the machine counts it. */
  gridProfit: bigint;
  /** Σ quantity (base) and Σ value (quote) of all fills. */
  matchedQuantity: bigint;
  matchedCost: bigint;
  /** Base held and what it cost in quote: average cost method, fees of purchases included. */
  heldBase: bigint;
  heldCost: bigint;
  /** Base units of the smallest grid order; 0n until the grid stands. */
  unitQuantity: bigint;
  /** Range as it stands; a trailing grid moves it. Null for kinds without one. */
  range: { readonly lowTicks: number; readonly highTicks: number } | null;
  /** Completed rounds, of kinds with rounds. */
  rounds: number;
  /** Calls of its machine that are on its tape (tape-recorder.ts); −1: it has none, it is from before there were any. */
  taped: number;
  final: FinalFigures | null;
  /** While it closes as its owner has agreed to: the plan that he was shown. */
  agreed?: AgreedEnd | undefined;
  /** Of copies: what their provider was paid, and up to which profit; absent of all others, and of copies from before there were shares. */
  share?: CopyShare;
}

const BIGINT_FIELDS = [
  'money',
  'trial',
  'feeRate',
  'startEquity',
  'withdrawn',
  'deposited',
  'gridProfit',
  'completedProfit',
  'matchedQuantity',
  'matchedCost',
  'heldBase',
  'heldCost',
  'unitQuantity',
] as const;

const FINAL_FIELDS = ['equity', 'fees', 'funding', 'interest', 'residual', 'baseHeld'] as const;

type StoredFund = { readonly [F in keyof Fund]: string };

/** A value for the store. Bigints become text; `parseBotRecord` reads them back. */
export function formatBotRecord(record: BotRecord): unknown {
  const plain: Record<string, unknown> = { ...record };
  for (const field of BIGINT_FIELDS) plain[field] = record[field].toString();
  plain.coins = record.coins.map(({ asset, amount }) => ({ asset, amount: amount.toString() }));
  if (record.share !== undefined) plain.share = formatShare(record.share);
  const { final } = record;
  if (final === null) return plain;
  const figures: Record<string, unknown> = { ticks: final.ticks, coinValue: final.coinValue?.toString() ?? null };
  for (const field of FINAL_FIELDS) figures[field] = final[field].toString();
  figures.books = final.books === null ? null : { ...final.books, statement: statementText(final.books.statement) };
  return { ...plain, final: figures };
}

/** Most bots have nothing of much: one empty list stands for all of theirs. */
const NONE = Object.freeze([]);

/** Reads what `formatBotRecord` wrote, now or before there were other kinds than the spot grid. The store is our own: a malformed row is a bug and throws. */
export function parseBotRecord(value: unknown): BotRecord {
  const plain = upgradeRecord(value as Record<string, unknown>);
  for (const field of BIGINT_FIELDS) plain[field] = storedUnits(plain[field] as string);
  const coins = plain.coins as StoredFund[];
  plain.coins = coins.length === 0 ? NONE : coins.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
  const options = plain.stopOptions as StopOption[];
  plain.stopOptions = options.length === 0 ? NONE : options.map(limitsAlone);
  if (plain.share !== undefined) plain.share = readShare(plain.share);
  if (plain.final !== null) {
    const figures = { ...(plain.final as Record<string, unknown>) };
    for (const field of FINAL_FIELDS) figures[field] = BigInt(figures[field] as string);
    figures.coinValue = typeof figures.coinValue === 'string' ? BigInt(figures.coinValue) : null;
    figures.books = readBooks(figures.books as StoredBooks | null | undefined);
    plain.final = figures;
  }
  return plain as unknown as BotRecord;
}

type StatementText = { readonly [F in keyof EquityStatement]: string };
type StoredBooks = Omit<FinalBooks, 'statement'> & { readonly statement: StatementText };

function statementText(statement: EquityStatement): StatementText {
  return mapValues(statement, (value) => value.toString());
}

function readBooks(stored: StoredBooks | null | undefined): FinalBooks | null {
  if (stored === null || stored === undefined) return null;
  return { prices: stored.prices, statement: mapValues(stored.statement, BigInt) };
}

function mapValues<F extends string, V, W>(values: Readonly<Record<F, V>>, make: (value: V) => W): Record<F, W> {
  return Object.fromEntries(Object.entries<V>(values).map(([field, value]) => [field, make(value)])) as Record<F, W>;
}

/** Statuses of the running list; the rest is history. */
export function isFinished(record: Pick<BotRecord, 'status'>): boolean {
  return record.status === 'finished';
}

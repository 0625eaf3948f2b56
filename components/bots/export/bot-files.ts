import type { CallInput } from '#lib/client/call.ts';
import { everyPage } from '#lib/client/every-page.ts';
import { columnsCsv, csvText, isoTime, jsonText } from '#lib/client/file-texts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type CoinTrade, fifoGains, type OtherCoins } from '#lib/formulas/fifo-gains.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { isContractBot } from '../bot-instrument.ts';

/** Files of what a bot did: fills, rounds and postings, whole, in the exchange's own words and figures. */

export type Fill = NonNullable<
  Extract<NonNullable<ReplyOf<'tradeRecords'>['data']>, { orders: unknown }>
>['orders'][number];
type Round = NonNullable<ReplyOf<'completedRounds'>['data']>[number];
type Posting = NonNullable<ReplyOf<'accountBook'>['data']>[number];

/** As many as a list gives at once; of the change book of a futures account the documents say it (M-383). */
const PAGE_SIZE = 500;
/** More are a fault of the exchange, not of the bot. */
const MOST_PAGES = 2_000;

type Listed = 'tradeRecords' | 'completedRounds' | 'accountBook' | 'futuresAccountBook';

/** Every row of a list, the oldest first. Throws when a page does not come, so that no file lacks a part. */
async function allRows<N extends Listed, T>(
  name: N,
  inputOf: (page: { readonly page: number; readonly page_size: number }) => CallInput<N>,
  rowsOf: (reply: ReplyOf<N>) => readonly T[],
): Promise<readonly T[]> {
  const replies = await everyPage(
    MOST_PAGES,
    (page) => fetchOk(name, inputOf({ page, page_size: PAGE_SIZE })),
    ({ pagecount }) => pagecount,
  );
  return replies.flatMap(rowsOf).reverse();
}

export function readFills({ strategy_id: id }: StrategyRow): Promise<readonly Fill[]> {
  return allRows(
    'tradeRecords',
    (page) => ({ path: { id: String(id) }, query: { strategyId: String(id), status: 'finished' as const, ...page } }),
    (reply) => reply.data?.orders ?? [],
  );
}

export function readRounds({ strategy_id: id, strategy_type: kind }: StrategyRow): Promise<readonly Round[]> {
  return allRows(
    'completedRounds',
    (page) => ({ query: { strategy_id: String(id), strategy_type: kind, ...page } }),
    (reply) => reply.data ?? [],
  );
}

type Booked = Pick<StrategyRow, 'strategy_id' | 'strategy_type' | 'settle'>;

/**
 * What came in and went out; of a bot that holds a contract – an arbitrage beside its coins – every change of its futures account: funding, fees and
 * realised results too (M-295).
 */
export function readPostings(bot: Booked): Promise<readonly Posting[]> {
  const hasContract = isContractBot(bot) || factsOf(bot.strategy_type).trades === 'legs';
  return hasContract ? readBook('futuresAccountBook', bot) : readComings(bot);
}

/** What came in and went out alone. */
export function readComings(bot: Booked): Promise<readonly Posting[]> {
  return readBook('accountBook', bot);
}

function readBook(
  name: 'accountBook' | 'futuresAccountBook',
  { strategy_id: id, strategy_type: kind }: Booked,
): Promise<readonly Posting[]> {
  return allRows(
    name,
    (page) => ({ query: { strategy_id: String(id), strategy_type: kind, query_type: 'fund' as const, ...page } }),
    (reply) => reply.data ?? [],
  );
}

const FILL_COLUMNS = [
  'finish_time',
  'market',
  'account',
  'side',
  'role',
  'match_price',
  'match_qty',
  'match_amount',
  'fee',
  'fee_asset',
  'profit',
] as const satisfies readonly (keyof Fill)[];

export function fillsCsv(fills: readonly Fill[]): string {
  return columnsCsv(FILL_COLUMNS, ['finish_time'], fills);
}

export function roundsCsv(rounds: readonly Round[]): string {
  return csvText(
    ['round', 'create_time', 'finish_time', 'invest_amount', 'profit', 'asset'],
    rounds.map(({ cycle_index, create_time, finish_time, invest_amount, profit, settle }) => [
      String(cycle_index),
      isoTime(create_time),
      isoTime(finish_time),
      invest_amount,
      profit,
      settle,
    ]),
  );
}

export function postingsCsv(postings: readonly Posting[]): string {
  return columnsCsv(['time', 'type', 'change', 'asset'], ['time'], postings);
}

export function rowsJson(bot: StrategyRow, rows: readonly object[]): string {
  const { strategy_id, strategy_type, market, create_time } = bot;
  return jsonText({ strategy_id, strategy_type, market, create_time, rows });
}

/** A fill of a spot market as FIFO takes it; null where its figures are not told. */
function coinTradeOf({ market, side, match_qty, match_amount, fee, fee_asset }: Fill): CoinTrade | null {
  const [base = ''] = market.split('_');
  const [quantity, amount, paid] = [parseAmount(match_qty), parseAmount(match_amount), parseAmount(fee)];
  if (quantity === null || amount === null || paid === null) return null;
  const isInCoins = fee_asset === base;
  return { side, quantity, amount, feeInCoins: isInCoins ? paid : 0n, feeInMoney: isInCoins ? 0n : paid };
}

/** Postings by which coins come in that are not their owner's: what is lent, and what pays a debt for him. */
const NOT_OWN: readonly string[] = ['loan', 'insurance'];

/** Coins that came into a bot: its owner's were there before it traded (a bot that was given coins takes no more). */
function otherCoins(postings: readonly Posting[], asset: string): OtherCoins {
  const cameIn = (isMeant: (type: string) => boolean): bigint =>
    postings
      .filter((posting) => posting.asset === asset && isMeant(posting.type))
      .reduce((sum, { change }) => sum + (parseAmount(change) ?? 0n), 0n);
  return { brought: cameIn((type) => !NOT_OWN.includes(type)), lent: cameIn((type) => type === 'loan') };
}

/**
 * For a tax office: each trade of coins with its date, asset, quantity, price, fee, and what it has gained, first in first out within this
 * bot (fifo-gains.ts): a sale of coins that it had, a purchase that covers a sale of lent ones; '' where nobody knows what the coins had cost. `fills` the oldest first; trades of contracts are none of coins.
 * `postings`: what came into the bot and went out of it (readComings).
 */
export function taxCsv(fills: readonly Fill[], botMarket: string, postings: readonly Posting[]): string {
  const spot = fills
    .filter(({ account }) => account === 'spot')
    .map((fill) => ({ ...fill, market: fill.market === '' ? botMarket : fill.market }));
  const rows: string[][] = [];
  const gains = new Map<Fill, string>();
  for (const market of new Set(spot.map((fill) => fill.market))) {
    const own = spot.filter((fill) => fill.market === market);
    const trades = own.map(coinTradeOf);
    if (trades.some((trade) => trade === null)) continue;
    const [base = ''] = market.split('_');
    const found = fifoGains(
      trades.filter((trade) => trade !== null),
      otherCoins(postings, base),
    );
    for (const [at, fill] of own.entries()) {
      const gain = found[at] ?? null;
      if (gain !== null) gains.set(fill, formatAmount(gain));
    }
  }
  for (const fill of spot) {
    const [base = '', quote = ''] = fill.market.split('_');
    const when = isoTime(fill.finish_time);
    const { side, match_qty, match_price, match_amount, fee, fee_asset } = fill;
    rows.push([when, side, base, match_qty, match_price, match_amount, quote, fee, fee_asset, gains.get(fill) ?? '']);
  }
  return csvText(
    ['date', 'side', 'asset', 'quantity', 'price', 'amount', 'currency', 'fee', 'fee_asset', 'fifo_gain'],
    rows,
  );
}

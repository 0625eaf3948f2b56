import { cache } from 'react';
import type { PeriodRows } from '#components/discovery/bot-metrics.tsx';
import type { SeenBot } from '#components/discovery/bot-parts.tsx';
import { parametersOf } from '#components/discovery/parameters-of.ts';
import type { Trade } from '#components/discovery/recent-trades.tsx';
import { contractRow, specOf } from '#lib/client/market-rows.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { idText, strategyType } from '#lib/contract/wire.ts';
import { CURVE_PERIODS, type CurveDay } from '#lib/formulas/period-curve.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { notKnown, optional } from './optional.ts';

/** C-363: page size of the detail's curve. */
const CURVE_PAGE_SIZE = 200;
/** Three years of days and more; a broken page count must not keep us reading. */
const MOST_CURVE_PAGES = 20;
const TRADES_SHOWN = 10;

/** A bot's row, with the parameters for another one where they are open. */
export type SharedRow = NonNullable<ReplyOf<'strategyDetail'>['data']>;

export interface SharedBot extends SeenBot {
  readonly row: SharedRow;
  readonly days: readonly CurveDay[] | null;
  /** What stands instead: the provider hides them, or the exchange did not give them. */
  readonly trades: readonly Trade[] | 'hidden' | 'unknown';
  /** Decimals of the market's prices; undefined when the exchange does not list the market any more. */
  readonly priceDecimals: number | undefined;
}

/** The row of a bot that anybody may see. Null when there is none: unknown, hidden, of another kind, malformed. */
export const readSharedRow = cache(async (type: string, id: string): Promise<SharedRow | null> => {
  const kind = strategyType.safeParse(type);
  if (!kind.success || !idText.safeParse(id).success) return null;
  const { code, data } = await readFigures('strategyDetail', {
    query: { strategy_id: id, strategy_type: kind.data },
  });
  if (code === CODE.unknown || code === CODE.forbidden) return null;
  if (code !== CODE.ok || data === undefined) throw new PublicReadingFailed(`strategyDetail: code ${code}`);
  return data.strategy_type === kind.data ? data : null;
});

async function readCurve(row: StrategyRow): Promise<readonly CurveDay[]> {
  const days: CurveDay[] = [];
  for (let page = 1; page <= MOST_CURVE_PAGES; page += 1) {
    const { code, data, pagecount } = await readFigures('dailyCurve', {
      path: { id: String(row.strategy_id) },
      query: { strategy_type: row.strategy_type, page, page_size: CURVE_PAGE_SIZE },
    });
    if (code !== CODE.ok || data === undefined) throw new PublicReadingFailed(`dailyCurve: code ${code}`);
    days.push(...data);
    if (page >= (pagecount ?? 1)) break;
  }
  return days;
}

/** The figures of each period (C-360); null where the exchange did not give them. */
async function readPeriods(row: StrategyRow): Promise<PeriodRows> {
  const parts = CURVE_PERIODS.filter((period) => period !== 'all_period');
  const query = { strategy_id: String(row.strategy_id), strategy_type: row.strategy_type };
  const rows = parts.map(async (period) => {
    const [found] = (await optional(readFigures('strategies', { query: { ...query, data_period: period } }))) ?? [];
    return [period, found ?? null] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

async function readTrades(row: StrategyRow): Promise<SharedBot['trades']> {
  if (row.is_hide_order === 1) return 'hidden';
  const id = String(row.strategy_id);
  const reading = readFigures('tradeRecords', {
    path: { id },
    query: { strategyId: id, status: 'finished', page: 1, page_size: TRADES_SHOWN },
  });
  return (await optional(reading))?.orders ?? 'unknown';
}

/** What a bot trades: its market, or the contract that its row names the settle asset of. */
async function readSpec({ market, settle }: StrategyRow): Promise<MarketSpec | null> {
  if (settle === '') {
    const row = (await optional(readFigures('markets')))?.find((one) => one.market === market);
    return row === undefined ? null : specOf(row);
  }
  const reading = readFigures('futuresContracts', { query: { settle } });
  const contracts = await optional(reading.then((reply) => ({ data: reply.futures_contracts_data })));
  const contract = contracts?.find(({ name }) => name === market);
  return contract === undefined ? null : specOf(contractRow(contract, settle === 'btc' ? 'BTC' : 'USDT'));
}

/** Everything that the page of a shared bot shows. Null when there is no such bot for the public. */
export async function readSharedBot(type: string, id: string): Promise<SharedBot | null> {
  const row = await readSharedRow(type, id);
  if (row === null) return null;
  const [days, periods, copiers, trades, spec] = await Promise.all([
    readCurve(row).catch(notKnown),
    readPeriods(row),
    optional(readFigures('strategyRanking', { query: { strategy_id: id, strategy_type: row.strategy_type } })),
    readTrades(row),
    readSpec(row),
  ]);
  return {
    row,
    days,
    periods,
    copiers,
    trades,
    parameters: parametersOf(row, spec),
    priceDecimals: spec?.priceDecimals,
  };
}

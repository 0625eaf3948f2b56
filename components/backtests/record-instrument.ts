import { type Instrument, settleOf } from '#components/addresses/paths.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';

type Recorded = Pick<BacktestRecord, 'market' | 'strategy_type' | 'params' | 'payload'>;

const CONTRACTS: readonly MarketKind[] = ['futures_usdt', 'futures_btc'];

/** Where the bot of a record trades: what its payload says, within what its kind can be. */
export function instrumentOfRecord({ market, strategy_type, params, payload }: Recorded): Instrument {
  const { page } = KIND_FACTS[strategy_type];
  if (page === 'trade') return { market, type: 'spot' };
  const named = isRecord(payload) ? payload.instrument_type : undefined;
  const contract = CONTRACTS.find((type) => type === named);
  if (contract !== undefined) return { market, type: contract };
  const settle = params.settle.toLowerCase();
  if (settle === 'btc') return { market, type: 'futures_btc' };
  return { market, type: settle === 'usdt' || page === 'futures' ? 'futures_usdt' : 'spot' };
}

/** The market of a record as bots' rows name theirs. */
export function tradedBy(record: Recorded): { market: string; settle: '' | 'usdt' | 'btc'; money_asset: string } {
  const instrument = instrumentOfRecord(record);
  return { market: instrument.market, settle: settleOf(instrument), money_asset: record.params.begin_money_currency };
}

'use client';

import { useMemo } from 'react';
import { contractRow, type InstrumentRow, spotRow } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { instrumentOfBot } from './bot-instrument.ts';

/** The market or contract that a bot trades, as the exchange describes it; undefined until it is known, `hasFailed` when it will not be. */
export function useInstrumentRow(bot: Pick<StrategyRow, 'market' | 'settle' | 'money_asset'>): {
  readonly row: InstrumentRow | undefined;
  readonly hasFailed: boolean;
} {
  const { market, type } = instrumentOfBot(bot);
  const isBtc = type === 'futures_btc';
  const spot = useCall('markets', type === 'spot' ? {} : null, { revalidateOnFocus: false });
  const contracts = useCall(
    'futuresContracts',
    type === 'spot' ? null : { query: { settle: isBtc ? 'btc' : 'usdt' } },
    { revalidateOnFocus: false },
  );
  const row = useMemo(() => {
    if (type === 'spot') {
      const found = spot.data?.data?.find((one) => one.market === market);
      return found === undefined ? undefined : spotRow(found);
    }
    const found = contracts.data?.futures_contracts_data.find(({ name }) => name === market);
    return found === undefined ? undefined : contractRow(found, isBtc ? 'BTC' : 'USDT');
  }, [type, market, isBtc, spot.data, contracts.data]);
  return { row, hasFailed: (spot.error ?? contracts.error) !== undefined };
}

'use client';

import { useTranslations } from 'next-intl';
import { countdown } from '#components/ui/countdown.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useNowSeconds } from '#components/ui/use-now-seconds.ts';
import type { ContractRow, InstrumentRow } from '#lib/client/market-rows.ts';
import { settleOf } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { FUTURES_LEVERAGE_CAP } from '#lib/money/market-spec.ts';
import { HeaderFigure } from './header-figure.tsx';

/** M-325. */
const REFRESH_MS = 10_000;

/** The contract as it stands now; the one that the page came with until the first answer. */
export function useContract(row: InstrumentRow): ContractRow | undefined {
  const settle = settleOf(row.type);
  const { data } = useCall(
    'futuresContracts',
    settle === null ? null : { query: { settle: settle === 'BTC' ? 'btc' : 'usdt' } },
    { refreshInterval: REFRESH_MS, dedupingInterval: REFRESH_MS / 2 },
  );
  return data?.futures_contracts_data.find(({ name }) => name === row.market) ?? row.contract;
}

/** What a contract has and a market has not: mark and index price, funding with its countdown, the most leverage. */
export function ContractFigures({ row }: { readonly row: InstrumentRow }) {
  const t = useTranslations('trade.header');
  const figures = useFigures();
  const contract = useContract(row);
  const now = useNowSeconds();
  if (contract === undefined) return null;
  const left = now === null || contract.funding_next_apply === 0 ? '--' : countdown(contract.funding_next_apply - now);
  const values = {
    mark_price: figures.fixed(contract.mark_price, row.price_decimals),
    index_price: figures.fixed(contract.index_price, row.price_decimals),
    funding_rate: figures.percent(contract.funding_rate, 4),
    leverage: `${Math.min(FUTURES_LEVERAGE_CAP, contract.leverage_max)}X`,
  };
  return (
    <>
      <HeaderFigure figure="mark_price" values={values} label={t('mark')}>
        {values.mark_price}
      </HeaderFigure>
      <HeaderFigure figure="index_price" values={values} label={t('index')}>
        {values.index_price}
      </HeaderFigure>
      <HeaderFigure figure="funding_rate" values={values} label={t('funding')} className="max-md:col-span-2">
        <TrendText value={contract.funding_rate} text={values.funding_rate} />
        <span className="text-ink-3"> / </span>
        <span role="timer">{left}</span>
      </HeaderFigure>
      <HeaderFigure figure="leverage" values={values} label={t('leverage')}>
        {values.leverage}
      </HeaderFigure>
    </>
  );
}

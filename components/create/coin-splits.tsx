'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { marketCapShares } from '#lib/formulas/portfolio-shares.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { type CoinRow, PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { equallySplit } from './coin-shares.ts';

/** Both ways to share a portfolio out: equally, and by market capitalisation with at least 1 % each (C-068, C-247, C-380). */
export function CoinSplits({
  rows,
  onSplit,
}: {
  readonly rows: readonly CoinRow[];
  readonly onSplit: (rows: readonly CoinRow[]) => void;
}) {
  const t = useTranslations('trade.coins');
  const pairs = rows.map(({ asset }) => `${asset}_${PORTFOLIO_QUOTE}`);
  const { data } = useCall('marketCap', { query: { currency_pairs: pairs.join(',') } }, { revalidateOnFocus: false });
  const byMarketCap = (): void => {
    const caps = pairs.map((pair) => parseAmount(data?.data?.find((one) => one.pair === pair)?.marketCap ?? ''));
    if (!caps.every((cap) => cap !== null)) {
      toast('warning', t('noMarketCap'));
      return;
    }
    const shares = marketCapShares(caps);
    onSplit(rows.map((row, index) => ({ ...row, rate: String(shares[index]) })));
  };
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="sm" onClick={() => onSplit(equallySplit(rows))}>
        {t('equal')}
      </Button>
      <Button size="sm" onClick={byMarketCap}>
        {t('byMarketCap')}
      </Button>
    </div>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { formatNumber } from '#lib/money/display.ts';

/** What a new account of the paper exchange begins with. */
export function StartingFunds({ coins }: { readonly coins: readonly (readonly [asset: string, coins: bigint])[] }) {
  const t = useTranslations('account.register');
  const locale = useLocale();
  return (
    <div className="mb-5 rounded-md bg-surface-2 p-3">
      <p className="text-xs text-ink-2">{t('funds')}</p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5 text-xs">
        {coins.map(([asset, amount]) => (
          <li key={asset} className="flex items-center gap-1.5">
            <CoinMark coin={asset} size={14} />
            {formatNumber(amount.toString(), { locale })} <span className="text-ink-3">{asset}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

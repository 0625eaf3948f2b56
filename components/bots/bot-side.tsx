import { useTranslations } from 'next-intl';

/** The side in words and colour, with the leverage where there is any. */
export function BotSide({ side, leverage }: { readonly side: string; readonly leverage: string }) {
  const t = useTranslations('bots.side');
  if (side !== 'buy' && side !== 'sell' && side !== 'neutral') return '--';
  const tone = { buy: 'text-rise', sell: 'text-fall', neutral: 'text-ink-2' }[side];
  return (
    <span className="whitespace-nowrap">
      <span className={tone}>{t(side)}</span> {Number(leverage) > 1 && `${leverage}X`}
    </span>
  );
}

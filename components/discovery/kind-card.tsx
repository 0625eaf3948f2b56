import { useLocale, useTranslations } from 'next-intl';
import { kindPath } from '#components/addresses/paths.ts';
import { Badge } from '#components/ui/badge.tsx';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatCardRate } from '#lib/money/display.ts';
import { KindMark } from './kind-mark.tsx';

export interface KindCardProps {
  readonly kind: RunnableKind;
  readonly name: string;
  /** Of a bot, which has a name of its own: what it is (G1). */
  readonly kindName?: string;
  readonly text: string;
  /** Copies and annualised rate (fraction); absent when the figures did not come. */
  readonly followNum: number | null;
  readonly yearRate: string;
  /** A popular strategy names its market (C-104). */
  readonly market?: string;
  /** Where the card leads, when not to the strategy's page: a popular one is a bot and opens it. */
  readonly href?: string;
}

/** A strategy to choose: name, copies, annualised rate or '--', description, low-fee tag (C-037…C-041). */
export function KindCard({ kind, name, kindName, text, followNum, yearRate, market, href }: KindCardProps) {
  const t = useTranslations('public.picker');
  const language = useLocale();
  const { pickerClass, hasLowFeeTag } = KIND_FACTS[kind];
  return (
    <a
      href={href ?? `${kindPath(language, kind)}${market === undefined ? '' : `?market=${market}`}`}
      className="panel flex gap-3 p-3 transition-colors hover:border-accent max-lg:w-[19rem] max-lg:shrink-0 max-lg:snap-start"
    >
      <KindMark pickerClass={pickerClass} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="block truncate text-sm font-semibold">{name}</span>
        {(market !== undefined || hasLowFeeTag) && (
          <span className="mt-0.5 flex flex-wrap items-center gap-2 text-xs">
            {market !== undefined && <MarketName market={market} size={14} />}
            {kindName !== undefined && kindName !== name && <Badge>{kindName}</Badge>}
            {hasLowFeeTag && <Badge tone="warn">{t('lowFee')}</Badge>}
          </span>
        )}
        {/* A bot’s own words may be in another language than the page. */}
        <span dir="auto" className="mt-1 line-clamp-2 text-xs text-ink-2">
          {text}
        </span>
        <span className="mt-auto flex items-baseline justify-between pt-2 gap-3 text-xs text-ink-3">
          <span className="whitespace-nowrap">
            {followNum === null || followNum === 0 ? '' : t('copies', { count: followNum })}
          </span>
          <span className="whitespace-nowrap">
            {t('apr')}{' '}
            <TrendText value={yearRate} text={formatCardRate(yearRate, language)} className="text-sm font-semibold" />
          </span>
        </span>
      </span>
    </a>
  );
}

'use client';

import { useLocale, useTranslations } from 'next-intl';
import { KindMark } from '#components/discovery/kind-mark.tsx';
import { useKindText } from '#components/discovery/kind-text.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { formatCardRate } from '#lib/money/display.ts';
import { CATALOGUE, CREATABLE_KINDS, PICKER_CLASSES } from '#lib/strategies/catalogue.ts';

/** The kinds that can be created on this market, by class; each card says how it is doing (C-037…C-041). */
export function StrategyPicker({
  market,
  onSelect,
}: {
  readonly market: string;
  readonly onSelect: (kind: RunnableKind) => void;
}) {
  const t = useTranslations('public.picker');
  const kindText = useKindText();
  const language = useLocale();
  const { data } = useCall('strategyClass', { query: { symbol: market, market_kind: 'spot' } });
  const figures = new Map((data?.data ?? []).flatMap((one) => one.list).map((one) => [one.strategy_type, one]));
  const classes = PICKER_CLASSES.map((name) => ({
    name,
    kinds: CREATABLE_KINDS.filter((kind) => CATALOGUE[kind].pickerClass === name && CATALOGUE[kind].page === 'trade'),
  })).filter(({ kinds }) => kinds.length > 0);
  return (
    <div className="flex flex-col gap-3">
      {classes.map(({ name, kinds }) => (
        <section key={name} aria-label={t(`section.${name}`)}>
          <h3 className="mb-1.5 text-xs text-ink-3">{t(`section.${name}`)}</h3>
          <ul className="flex flex-col gap-2">
            {kinds.map((kind) => {
              const figure = figures.get(kind);
              const rate = figure?.year_pft_rate ?? '0';
              return (
                <li key={kind}>
                  <button
                    type="button"
                    onClick={() => onSelect(kind)}
                    className="flex w-full items-start gap-3 rounded-lg border border-transparent bg-surface-2 p-3 text-left transition-colors hover:border-accent"
                  >
                    <KindMark pickerClass={CATALOGUE[kind].pickerClass} />
                    <span className="min-w-0 flex-1">
                      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                        <span className="text-sm font-semibold">{kindText(kind, 'name')}</span>
                        {CATALOGUE[kind].hasLowFeeTag && <Badge tone="warn">{t('lowFee')}</Badge>}
                      </span>
                      <span className="mt-0.5 block text-xs text-ink-2">{kindText(kind, 'text')}</span>
                      <span className="mt-2 flex items-baseline justify-between gap-3 text-xs text-ink-3">
                        <span>{figure === undefined ? ' ' : t('copies', { count: figure.follow_num })}</span>
                        <span className="whitespace-nowrap">
                          {t('apr')}{' '}
                          <TrendText value={rate} text={formatCardRate(rate, language)} className="font-semibold" />
                        </span>
                      </span>
                    </span>
                    <Icon name="chevronRight" className="mt-3 shrink-0 text-ink-3" />
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

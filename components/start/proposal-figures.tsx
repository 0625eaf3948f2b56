'use client';

import { useLocale, useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { Sparkline } from '#components/ui/line-chart.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { Replayed } from '#lib/client/preview-replay.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { FinishReason } from '#lib/contract/bot-words.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf, formatPercent } from '#lib/money/display.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { Studied } from './choose-proposals.ts';

const profitAsset = (spec: MarketSpec): string => spec.contract?.settle ?? spec.quote;

function useMoney(spec: MarketSpec): (figure: string) => string {
  const locale = useLocale();
  return (figure) => formatAmountOf('profit', figure, profitAsset(spec), { locale, isSigned: true });
}

function useReason(): (finish: FinishReason) => string {
  const t = useTranslations('bots.reason');
  return (finish) => textAt(t, finish) ?? finish;
}

/** What the bot would have done with the visitor's amount, beside just holding. */
export function ProposalReplays({ bot: { kind, study, spec } }: { readonly bot: Studied }) {
  const t = useTranslations('start.card');
  // Of a market that is not known for longer both are the same days.
  const replays = study.quarter.days > study.month.days ? [study.month, study.quarter] : [study.month];
  return (
    <section aria-label={t('replays')}>
      <h4 className="mb-1 text-xs text-ink-2">{t('replays')}</h4>
      <div className="flex flex-col gap-3">
        {replays.map((replay) => (
          <ReplayFigures key={replay.days} kind={kind} replay={replay} spec={spec} />
        ))}
      </div>
    </section>
  );
}

function ReplayFigures({
  kind,
  replay,
  spec,
}: {
  readonly kind: string;
  readonly replay: Replayed;
  readonly spec: MarketSpec;
}) {
  const t = useTranslations('start.card');
  const locale = useLocale();
  const figures = useFigures();
  const money = useMoney(spec);
  const reason = useReason();
  const { days, profit, profitRate, holdRate, maxDrawdown, finish, curve } = replay;
  const rate = figures.change(profitRate);
  const values = { holding: figures.change(holdRate), drawdown: formatPercent(maxDrawdown, { locale }) };
  return (
    <div data-replay={days} className="text-xs">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t('replay', { days })}</span>
        <span className="whitespace-nowrap">
          <TrendText value={profit} text={money(profit)} className="text-sm font-semibold" />{' '}
          <TrendText value={profitRate} text={`(${rate})`} />
        </span>
      </p>
      <Sparkline points={curve} label={t('curve', { days, rate })} className="my-1" />
      <dl className="flex flex-col gap-0.5">
        <FigureLine figure="holding" kind={kind} values={values} label={t('hold')}>
          <TrendText value={holdRate} text={values.holding} />
        </FigureLine>
        <div className="flex justify-between gap-3">
          <dt className="flex items-center gap-1.5 text-ink-3">
            <FigureName figure="drawdown" kind={kind} values={values}>
              {t('drawdown')}
            </FigureName>
            <InfoTip label={`${t('drawdown')}: ?`}>{t('drawdownText')}</InfoTip>
          </dt>
          <dd>{values.drawdown}</dd>
        </div>
      </dl>
      {finish !== null && <p className="mt-0.5 text-warn">{t('ended', { reason: reason(finish) })}</p>}
    </div>
  );
}

/** The moves of the review sheet, from the deepest fall to the highest rise. */
export function ProposalMoves({ bot: { study, spec } }: { readonly bot: Studied }) {
  const t = useTranslations('start.card');
  const locale = useLocale();
  const figures = useFigures();
  const money = useMoney(spec);
  const reason = useReason();
  const moves = study.moves.toSorted((a, b) => Number(a.id) - Number(b.id));
  return (
    <section aria-label={t('moves')}>
      <h4 className="mb-1 flex items-center gap-1.5 text-xs text-ink-2">
        {t('moves')}
        <InfoTip label={`${t('moves')}: ?`}>{t('movesText')}</InfoTip>
      </h4>
      <ol className="flex flex-col divide-y text-xs">
        {moves.map(({ id, result: { profit, rate, finish } }) => {
          const won = formatAmount(profit);
          return (
            <li key={id} data-move={id} className="flex items-baseline justify-between gap-3 py-1">
              <span>{formatPercent(String(Number(id) / 100), { locale, decimals: 0, isSigned: true })}</span>
              <span className="text-end whitespace-nowrap">
                <TrendText value={won} text={money(won)} />{' '}
                <TrendText value={won} text={`(${figures.change(rate.toFixed(8))})`} />
                {finish !== null && <span className="block text-2xs text-ink-3">{reason(finish)}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

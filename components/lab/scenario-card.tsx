'use client';

import { useLocale, useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Sparkline } from '#components/ui/line-chart.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ScenarioEnd, ScenarioResult } from '#lib/backtest/lab/run-scenario.ts';
import type { ScenarioId } from '#lib/backtest/lab/scenarios.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf } from '#lib/money/display.ts';
import { formatTicks, instrumentOf } from '#lib/money/market-spec.ts';
import { type LabBots, profitAsset } from './lab-bots.ts';
import { outcomeOf } from './outcome.ts';
import { useRule } from './use-rule.ts';

const TONES = { survived: 'rise', liquidated: 'danger', ended: 'warn' } as const;

/** One scenario: its rule in words, and how the bot came through it. */
export function ScenarioCard({
  id,
  result,
  bots,
  onPicture,
}: {
  readonly id: ScenarioId;
  /** Null: it could not be run; undefined: not yet. */
  readonly result: ScenarioResult | null | undefined;
  readonly bots: LabBots;
  readonly onPicture: (result: ScenarioResult) => void;
}) {
  const t = useTranslations('lab');
  const { name, rule } = useRule(id, result?.direction ?? 'fall');
  return (
    <article
      aria-label={name}
      data-scenario={id}
      data-outcome={result ? outcomeOf(result) : undefined}
      className="flex h-full flex-col gap-2 rounded-lg border p-3"
    >
      <header className="flex items-start justify-between gap-2">
        <h3 className="text-sm font-semibold">{name}</h3>
        {result && <Badge tone={TONES[outcomeOf(result)]}>{t(`outcome.${outcomeOf(result)}`)}</Badge>}
      </header>
      <p className="text-xs text-ink-3">{rule}</p>
      {/* As high as what comes: the cards below stay where they are. */}
      {result === undefined && <Skeleton className="h-44 w-full" />}
      {result === null && <p className="text-xs text-warn">{t('refused')}</p>}
      {result && <Came result={result} bots={bots} onPicture={onPicture} />}
    </article>
  );
}

function Came({
  result,
  bots,
  onPicture,
}: {
  readonly result: ScenarioResult;
  readonly bots: LabBots;
  readonly onPicture: (result: ScenarioResult) => void;
}) {
  const t = useTranslations('lab');
  const format = useBotFormat();
  const figures = useFigures();
  const time = (ms: number): string => format.duration(Math.round(ms / 1000));
  const worstRate = rateOf(result.worst, result.start);
  const money = useMoneyText(bots);
  const of = {
    kind: bots.kind,
    values: {
      equity: money(result.worst),
      under_water: result.underWaterMs === 0 ? t('never') : time(result.underWaterMs),
      total_profit: money(result.end - result.start, true),
    },
  };
  return (
    <>
      {result.ends.map((end) => (
        <EndText key={end.instrument} end={end} bots={bots} />
      ))}
      {result.fills === 0 && <p className="text-xs text-ink-2">{t('idle')}</p>}
      <Sparkline points={result.curve} label={t('curve', { rate: figures.change(rateOf(result.end, result.start)) })} />
      <dl className="flex flex-col gap-1 text-xs">
        <FigureLine figure="equity" {...of} label={t('worst')}>
          {/* Each by itself: in a line from right to left the rate would come between the amount and its unit. */}
          <bdi>
            <Money units={result.worst} bots={bots} />
          </bdi>{' '}
          <bdi>
            <TrendText value={worstRate} text={`(${figures.change(worstRate)})`} />
          </bdi>
          {result.worst < result.start && (
            <span className="block text-2xs text-ink-3">{t('after', { time: time(result.worstAfterMs) })}</span>
          )}
        </FigureLine>
        <FigureLine figure="under_water" {...of} label={t('underWater')}>
          {of.values.under_water}
        </FigureLine>
        <FigureLine figure="total_profit" {...of} label={t('result')}>
          <Money units={result.end - result.start} bots={bots} isSigned />
        </FigureLine>
      </dl>
      <Button size="sm" className="mt-auto self-start" onClick={() => onPicture(result)}>
        <Icon name="share" size={14} />
        {t('picture')}
      </Button>
    </>
  );
}

/** Which of the bots ended, why, at which price and when. */
function EndText({ end, bots }: { readonly end: ScenarioEnd; readonly bots: LabBots }) {
  const t = useTranslations('lab');
  const reasons = useTranslations('bots.reason');
  const format = useBotFormat();
  const figures = useFigures();
  const spec = bots.bots.find(({ params }) => instrumentOf(params.spec) === end.instrument)?.params.spec ?? bots.spec;
  const reason = textAt(reasons, end.reason) ?? end.reason;
  const text = t('end', {
    reason: bots.bots.length > 1 ? `${spec.market.replace('_', '/')}: ${reason}` : reason,
    price: figures.fixed(formatTicks(spec, end.ticks), spec.priceDecimals),
    change: figures.change(end.change.toFixed(8)),
    time: format.duration(Math.round(end.afterMs / 1000)),
  });
  return <p className={end.reason === 'liquidated' ? 'text-xs text-danger' : 'text-xs text-warn'}>{text}</p>;
}

function Money({
  units,
  bots,
  isSigned = false,
}: {
  readonly units: bigint;
  readonly bots: LabBots;
  readonly isSigned?: boolean;
}) {
  const text = useMoneyText(bots)(units, isSigned);
  return isSigned ? <TrendText value={plainOf(units)} text={text} /> : text;
}

const plainOf = (units: bigint): string => (units < 0n ? `-${formatAmount(-units)}` : formatAmount(units));

function useMoneyText({ spec }: LabBots): (units: bigint, isSigned?: boolean) => string {
  const locale = useLocale();
  return (units, isSigned = false) => formatAmountOf('profit', plainOf(units), profitAsset(spec), { locale, isSigned });
}

/** How much more or less than at the start, a plain decimal; for display. */
export function rateOf(units: bigint, start: bigint): string {
  return start === 0n ? '0' : (Number(units - start) / Number(start)).toFixed(8);
}

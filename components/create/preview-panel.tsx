'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode, RefObject } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { useFieldText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { classNames } from '#components/ui/class-names.ts';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { PREVIEW_MS } from '#lib/client/preview-days.ts';
import type { PreviewResult } from '#lib/client/preview-protocol.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatPercent } from '#lib/money/display.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { hasRange } from './heat-map-choice.ts';
import { HeatMapPanel } from './heat-map-panel.tsx';
import { summaryText } from './summary-text.ts';
import type { FormPreview } from './use-form-preview.ts';
import { usePreview } from './use-preview.ts';

const CHART_HEIGHT = 96;

function Figure({
  label,
  isDashed = false,
  liquidation,
  figure,
  children,
  ...of
}: FigureOf & {
  readonly label: string;
  readonly figure: FigureId | null;
  /** The figure of the dashed curve: its label carries the dash. */
  readonly isDashed?: boolean;
  /** A liquidation price, by its summary's label: as wide as the list. */
  readonly liquidation?: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      data-preview-liquidation={liquidation}
      className={classNames('flex items-baseline justify-between gap-2', liquidation !== undefined && 'col-span-2')}
    >
      <dt className="text-ink-3">
        {isDashed && (
          <span aria-hidden className="me-1.5 inline-block w-3 border-t border-dashed border-ink-3 align-middle" />
        )}
        <FigureName figure={figure} {...of}>
          {label}
        </FigureName>
      </dt>
      <dd className="text-end whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Where the bot would be liquidated, beside what the past did to it: as held / with all orders filled (H39). */
function LiquidationFigures({ form }: { readonly form: StrategyForm }) {
  const text = useFieldText();
  const locale = useLocale();
  const rows = form.summary.filter(({ label }) => label.startsWith('summary.liquidation'));
  return rows.map((row) => (
    <Figure
      key={row.label}
      label={text(row.label) ?? row.label}
      figure="liquidation"
      kind={form.definition.kind}
      values={{ liquidation: `${summaryText(row, form.spec, locale)} ${row.unit}` }}
      liquidation={row.label}
    >
      {summaryText(row, form.spec, locale)} <span className="text-ink-3">{row.unit}</span>
    </Figure>
  ));
}

function Replay({
  result,
  asset,
  hasPairs,
  form,
}: {
  readonly result: PreviewResult;
  readonly asset: string;
  /** Grids and martingales count pairs and rounds, other kinds their trades. */
  readonly hasPairs: boolean;
  readonly form: StrategyForm;
}) {
  const t = useTranslations('trade.preview');
  const bots = useTranslations('bots.reason');
  const locale = useLocale();
  const figures = useFigures();
  const rate = figures.change(result.profitRate);
  const count = figures.upTo(String(hasPairs ? result.matches : result.fills), 0);
  const values = {
    matches: count,
    orders: count,
    drawdown: formatPercent(result.maxDrawdown, { locale }),
    holding: figures.change(result.holdRate),
  };
  const of = { kind: form.definition.kind, values };
  return (
    <>
      <div className="flex items-baseline justify-between gap-2">
        <TrendText
          value={result.profit}
          text={`${result.profit.startsWith('-') ? '' : '+'}${figures.fixed(result.profit, asset === 'BTC' ? 6 : 2)} ${asset}`}
          className="text-base font-semibold"
        />
        <TrendText value={result.profitRate} text={rate} hasArrow className="text-xs" />
      </div>
      <LineChart
        points={result.curve}
        reference={result.holdCurve}
        height={CHART_HEIGHT}
        label={t('curve', { rate, days: result.days })}
        formatY={(y) => figures.change(y.toFixed(6))}
      />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-0.5 text-xs">
        <Figure label={t(hasPairs ? 'matches' : 'trades')} figure={hasPairs ? 'matches' : 'orders'} {...of}>
          {values.matches}
        </Figure>
        <Figure label={t('drawdown')} figure="drawdown" {...of}>
          {values.drawdown}
        </Figure>
        <Figure label={t('hold')} figure="holding" {...of} isDashed>
          <TrendText value={result.holdRate} text={values.holding} />
        </Figure>
        <Figure label={t('end')} figure={null}>
          {result.finish === null ? (
            t('stillRunning')
          ) : (
            <span className={result.finish === 'liquidated' ? 'text-danger' : undefined}>
              {textsOf(bots)(result.finish)}
              {result.finishedAtMs !== null &&
                ` · ${dayText(new Date(result.finishedAtMs).toISOString().slice(0, 10), locale)}`}
            </span>
          )}
        </Figure>
        <LiquidationFigures form={form} />
      </dl>
    </>
  );
}

/**
 * The past 30 days replayed through the engine with the typed values (lib/client/preview-worker.ts). It promises
 * nothing and says so; no figure is annualised. Its place has the same size in every state.
 */
export function PreviewPanel({
  form,
  engine,
  lastInputAt,
}: {
  readonly form: StrategyForm;
  readonly engine: FormPreview;
  readonly lastInputAt: RefObject<number>;
}) {
  const t = useTranslations('trade.preview');
  const { definition, spec } = form;
  const { kind } = definition;
  const { readiness, params, work } = engine;
  const preview = usePreview({ kind, readiness, params, lastInputAt, work });
  const title = t('title', { days: preview.step === 'ready' ? preview.result.days : PREVIEW_MS / DAY_MS });
  return (
    <section aria-label={title} className="rounded-md border p-3" data-preview={preview.step}>
      <h3 className="mb-1 flex items-center gap-1.5 text-xs text-ink-2">
        {title}
        <InfoTip label={`${title}: ?`}>{t('disclaimer')}</InfoTip>
      </h3>
      <div className="flex min-h-42 flex-col justify-center gap-2">
        {preview.step === 'ready' ? (
          <Replay
            result={preview.result}
            asset={spec.contract?.settle ?? spec.quote}
            hasPairs={factsOf(kind).profits !== 'realised'}
            form={form}
          />
        ) : (
          <p
            role="status"
            className={classNames('text-center text-xs', preview.step === 'insufficient' ? 'text-warn' : 'text-ink-3')}
          >
            {t(`state.${preview.step}`, { percent: preview.step === 'loading' ? Math.round(preview.share * 100) : 0 })}
          </p>
        )}
      </div>
      <p className="mt-1 text-2xs text-ink-3">{t('note')}</p>
      {hasRange(definition) && <HeatMapPanel form={form} work={work} />}
    </section>
  );
}

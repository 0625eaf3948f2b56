import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { reasonKey } from '#components/bots/bot-state.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import { summaryText } from '#components/create/summary-text.ts';
import { FigureTable, Rate } from '#components/discovery/typical/typical-figures.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { exampleSpec, PATH_SHAPES } from '#lib/backtest/example-market.ts';
import type { ExampleRun, WorkedExample } from '#lib/backtest/worked-example.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { bookDepthQuote } from '#lib/engine/book-model.ts';
import { SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf, formatNumber, formatPercent, NO_FIGURE, withUnit } from '#lib/money/display.ts';

/** What a worked example comes to: the form's own figures, and the bot's after each course of the market. Made on the server at first, in the browser after a change. */
export function ExampleResult({ kind, example }: { readonly kind: StrategyType; readonly example: WorkedExample }) {
  const t = useTranslations('help.example');
  return (
    <>
      {example.summary.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm font-medium">{t('form')}</h3>
          <FormFigures kind={kind} example={example} />
        </>
      )}
      {/* Values of which no bot can be made come to nothing: what is wrong with them stands above. */}
      {example.runs.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm font-medium">{t('courses')}</h3>
          <Courses kind={kind} example={example} />
          <p className="mt-2 text-xs text-ink-3">
            <Reckoned kind={kind} /> {t('note')}
          </p>
        </>
      )}
    </>
  );
}

/** What of a real market's costs is in the figures, and what is not: the engine's own model of a book (lib/engine/book-model.ts), on a market without gaps. */
function Reckoned({ kind }: { readonly kind: StrategyType }) {
  const t = useTranslations('help.example');
  const locale = useLocale();
  const spec = exampleSpec(KIND_FACTS[kind]);
  const depth = formatNumber(formatAmount(bookDepthQuote(spec)), { locale });
  return t('reckoned', { depth: withUnit(depth, spec.quote, locale) });
}

function FormFigures({ kind, example }: { readonly kind: StrategyType; readonly example: WorkedExample }) {
  const t = useTranslations('fields');
  const locale = useLocale();
  const spec = exampleSpec(KIND_FACTS[kind]);
  const textOf = (row: WorkedExample['summary'][number]): string =>
    row.text === NO_FIGURE ? row.text : withUnit(summaryText(row, spec, locale), row.unit, locale);
  const valuesOf = (row: WorkedExample['summary'][number]): FigureValues => {
    const figure = SUMMARY_FIGURES[row.label];
    return figure === undefined ? {} : { [figure]: textOf(row) };
  };
  return (
    <dl className="flex max-w-120 flex-col gap-1 text-sm">
      {example.summary.map((row) => (
        <div key={row.label} className="flex items-baseline justify-between gap-3">
          <dt className="text-ink-3">
            <FigureName figure={SUMMARY_FIGURES[row.label] ?? null} kind={kind} values={valuesOf(row)}>
              {textsOf(t)(row.label)}
            </FigureName>
          </dt>
          <dd data-summary={row.label} className="text-end tabular-nums">
            {textOf(row)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const COURSE_FIGURES = {
  profit: 'total_profit',
  rate: 'profit_rate',
  matched: 'completed_profit',
  fees: 'fees',
  carry: 'carry',
  drawdown: 'drawdown',
  hold: 'holding',
  end: null,
} as const;

function Courses({ kind, example }: { readonly kind: StrategyType; readonly example: WorkedExample }) {
  const t = useTranslations('help.example');
  const locale = useLocale();
  const share = (by: number): string => formatPercent(Math.abs(by).toFixed(4), { locale, isTrimmed: true });
  const signed = (figure: string, hasUnit = false): string =>
    formatAmountOf('profit', figure, example.asset, { locale, quote: example.asset, isSigned: true, hasUnit });
  const money = (figure: string, hasUnit = false): ReactNode => (
    <TrendText value={figure} text={signed(figure, hasUnit)} />
  );
  const valuesOf = (run: ExampleRun): FigureValues => ({
    total_profit: signed(run.profit, true),
    profit_rate: formatPercent(run.rate, { locale, isSigned: true }),
    completed_profit: signed(run.matched, true),
    fees: plain(run.fees),
    carry: signed(run.carry, true),
    drawdown: formatPercent(run.drawdown, { locale }),
    holding: formatPercent(run.holdRate, { locale, isSigned: true }),
  });
  const plain = (figure: string): string =>
    formatAmountOf('profit', figure, example.asset, { locale, quote: example.asset, hasUnit: false });
  const hasCarry = example.runs.some(({ carry }) => /[1-9]/.test(carry));
  const head = [
    'profit',
    'rate',
    'matched',
    'fees',
    ...(hasCarry ? (['carry'] as const) : []),
    'drawdown',
    'hold',
    'end',
  ] as const;
  const cell = (run: ExampleRun): Readonly<Record<(typeof head)[number], ReactNode>> => ({
    profit: money(run.profit, true),
    rate: <Rate rate={run.rate} />,
    matched: money(run.matched),
    fees: plain(run.fees),
    carry: money(run.carry),
    drawdown: formatPercent(run.drawdown, { locale }),
    hold: <Rate rate={run.holdRate} />,
    end: <End run={run} kind={kind} />,
  });
  return (
    <FigureTable
      label={t('courses')}
      head={[
        t('column.course'),
        ...head.map((id) => {
          const [text, figure] = [t(`column.${id}`), COURSE_FIGURES[id]];
          return figure === null ? text : { text, figure };
        }),
      ]}
      rows={example.runs.map((run) => {
        const cells = cell(run);
        const { drift, swing } = PATH_SHAPES[run.path];
        const name = t(run.path, { drift: share(drift), swing: share(swing) });
        return {
          id: run.path,
          name,
          of: { kind, values: valuesOf(run) },
          cells: [name, ...head.map((id) => <span key={id}>{cells[id]}</span>)],
        };
      })}
    />
  );
}

function End({ run, kind }: { readonly run: ExampleRun; readonly kind: StrategyType }) {
  const t = useTranslations('help.example');
  const reasons = useTranslations('bots.reason');
  return run.finish === null ? t('runs') : textsOf(reasons)(reasonKey(run.finish, kind));
}

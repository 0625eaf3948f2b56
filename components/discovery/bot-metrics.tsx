import { useLocale, useTranslations } from 'next-intl';
import { shareText } from '#components/backtests/backtest-figures-text.ts';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { profitFamilyOf } from '#components/bots/bot-state.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CURVE_PERIODS } from '#lib/formulas/period-curve.ts';
import { formatAmountOf, formatNumber, formatPercent, MASKED_FIGURE } from '#lib/money/display.ts';
import type { AmountContext } from '#lib/money/precision.ts';
import { Annualised } from './annualised.tsx';
import { type Figure, FigureList } from './figure-list.tsx';
import { HoldLine } from './hold-line.tsx';
import { IN_PERIOD, type Period } from './period-words.ts';
import { useDuration } from './use-duration.ts';

export type CopierTotals = NonNullable<ReplyOf<'strategyRanking'>['data']>;

/** A money figure with its unit; masked ones stay '-'. */
function Money({
  value,
  unit,
  context,
  quote = unit,
}: {
  value: string;
  unit: string;
  context: AmountContext;
  quote?: string;
}) {
  const locale = useLocale();
  const isTrend = context === 'profit';
  const text = formatAmountOf(context, value, unit, { locale, quote, isSigned: isTrend, hasUnit: false });
  if (value === MASKED_FIGURE) return <span>{text}</span>;
  return (
    <>
      {isTrend ? <TrendText value={value} text={text} /> : text} <span className="text-xs text-ink-3">{unit}</span>
    </>
  );
}

const PROFITS = { grid: 'gridProfit', round: 'roundProfit', realised: 'realisedProfit' } as const;

/** Figures that follow the period: what it earned, and at what risk. */
function PeriodResults({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  const rate = formatPercent(bot.profit_rate, { locale, isSigned: true });
  const figures: Figure[] = [
    {
      id: 'profit',
      label: <FigureName figure="total_profit">{t('profit')}</FigureName>,
      value: <Money value={bot.profit} unit={profitAssetOf(bot)} context="profit" />,
    },
    {
      id: 'apr',
      label: <FigureName figure="annualised">{t('apr')}</FigureName>,
      value: <Annualised rate={bot.year_pft_rate} />,
    },
    {
      id: 'drawdown',
      label: <FigureName figure="drawdown">{t('maxDrawDown')}</FigureName>,
      value: formatPercent(bot.max_draw_down, { locale }),
    },
    {
      id: 'sharpe',
      label: <FigureName figure="sharpe">{t('sharpe')}</FigureName>,
      value: formatNumber(bot.adj_sharp_rate, { locale, decimals: 2 }),
    },
  ];
  return (
    <>
      <p className="text-2xs text-ink-3">
        <FigureName figure="profit_rate">{t('yield')}</FigureName>
      </p>
      <p className="mb-4 text-2xl font-semibold">
        <TrendText value={bot.profit_rate} text={rate} />
        <HoldLine rate={bot.hold_rate} />
      </p>
      <FigureList figures={figures} className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-2" />
    </>
  );
}

/** Figures of its whole life, whichever period is looked at, and what its copiers made. */
function LifeFigures({ bot, copiers }: { readonly bot: StrategyRow; readonly copiers: CopierTotals | null }) {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  const duration = useDuration();
  const quote = profitAssetOf(bot);
  const [, marketQuote = ''] = bot.market.split('_');
  const family = profitFamilyOf(bot.strategy_type);
  const figures: Figure[] = [
    {
      id: 'grid',
      label: <FigureName figure={`${family}_profit`}>{t(PROFITS[family])}</FigureName>,
      value: <Money value={bot.strategy_profit} unit={quote} context="profit" />,
    },
    {
      id: 'money',
      label: <FigureName figure="investment">{t('investment')}</FigureName>,
      value: <Money value={bot.money} unit={bot.money_asset} context="investment" quote={marketQuote} />,
    },
    {
      id: 'win',
      label: <FigureName figure="win_rate">{t('winRate')}</FigureName>,
      value: shareText(bot.win_num, bot.loss_num, locale),
    },
    // Kinds without pairs or rounds say in the header how often they traded.
    ...(profitFamilyOf(bot.strategy_type) === 'realised'
      ? []
      : [
          {
            id: 'matches',
            label: <FigureName figure="matches">{t('matches')}</FigureName>,
            value: formatNumber(String(bot.match_times), { locale }),
          },
        ]),
    { id: 'time', label: <FigureName figure="run_time">{t('runTime')}</FigureName>, value: duration(bot.run_times) },
  ];
  if (copiers !== null && bot.follow_num > 0) {
    figures.push(
      {
        id: 'copier-profit',
        label: <FigureName figure="copier_profit">{t('copierProfit')}</FigureName>,
        value: <Money value={copiers.follow_profit} unit="USDT" context="profit" />,
      },
      {
        id: 'copier-money',
        label: <FigureName figure="copier_money">{t('copierMoney')}</FigureName>,
        value: <Money value={copiers.total_follow_money} unit="USDT" context="investment" />,
      },
    );
  }
  return (
    <>
      <h3 className="mt-4 mb-2 border-t pt-3 text-2xs text-ink-3">{t('wholeLife')}</h3>
      <FigureList figures={figures} className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-2" />
    </>
  );
}

/** The bot as its row is over a period; null: not given, absent: on its way. */
export type PeriodRows = Readonly<Partial<Record<Period, StrategyRow | null | undefined>>>;

/** The results of a bot (C-090). Everything is counted by the exchange; here it only gets its decimals. */
export function BotMetrics({
  bot,
  copiers,
  periods,
}: {
  readonly bot: StrategyRow;
  readonly copiers: CopierTotals | null;
  readonly periods?: PeriodRows;
}) {
  const t = useTranslations('public.detail');
  const common = useTranslations('common.state');
  const rows: PeriodRows = { all_period: bot, ...periods };
  return (
    <section aria-labelledby="metrics-title" className="panel h-full p-4">
      <h2 id="metrics-title" className="sr-only">
        {t('metrics')}
      </h2>
      {CURVE_PERIODS.map((period) => {
        const row = rows[period];
        return (
          <div key={period} className={IN_PERIOD[period]}>
            {row === null && <p className="flex h-32 items-center text-xs text-ink-3">{common('error')}</p>}
            {row === undefined && <Skeleton className="h-32 w-full" />}
            {row !== null && row !== undefined && <PeriodResults bot={row} />}
          </div>
        );
      })}
      <LifeFigures bot={bot} copiers={copiers} />
    </section>
  );
}

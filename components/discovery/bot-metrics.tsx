import { useLocale, useTranslations } from 'next-intl';
import { shareText } from '#components/backtests/backtest-figures-text.ts';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { profitFamilyOf } from '#components/bots/bot-state.ts';
import { figureLabel } from '#components/bots/figures/figure-head.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CURVE_PERIODS } from '#lib/formulas/period-curve.ts';
import { formatAmountOf, formatNumber, formatPercent, MASKED_FIGURE, NO_FIGURE } from '#lib/money/display.ts';
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
  // What is not told has no unit either, as everywhere.
  if (text === MASKED_FIGURE || text === NO_FIGURE) return <span>{text}</span>;
  return (
    <>
      {isTrend ? <TrendText value={value} text={text} /> : text} <span className="text-xs text-ink-3">{unit}</span>
    </>
  );
}

const PROFITS = { grid: 'gridProfit', round: 'roundProfit', realised: 'realisedProfit' } as const;

/** What tips of a period's figures are of: what completed trades brought is told of the whole life alone. */
function usePeriodFigures(bot: StrategyRow, isWholeLife: boolean): FigureOf {
  const locale = useLocale();
  if (isWholeLife) return { bot };
  const asset = profitAssetOf(bot);
  const values = {
    total_profit: formatAmountOf('profit', bot.profit, asset, { locale, quote: asset, isSigned: true, hasUnit: true }),
    profit_rate: formatPercent(bot.profit_rate, { locale, isSigned: true }),
    annualised: formatPercent(bot.year_pft_rate, { locale, isSigned: true }),
    drawdown: formatPercent(bot.max_draw_down, { locale }),
    sharpe: formatNumber(bot.adj_sharp_rate, { locale, decimals: 2 }),
  };
  return { kind: bot.strategy_type, values };
}

/** Figures that follow the period: what it earned, and at what risk. */
function PeriodResults({ bot, isWholeLife }: { readonly bot: StrategyRow; readonly isWholeLife: boolean }) {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  const rate = formatPercent(bot.profit_rate, { locale, isSigned: true });
  const of = usePeriodFigures(bot, isWholeLife);
  const figures: Figure[] = [
    {
      id: 'profit',
      label: figureLabel('total_profit', t('profit'), of),
      value: <Money value={bot.profit} unit={profitAssetOf(bot)} context="profit" />,
    },
    {
      id: 'apr',
      label: figureLabel('annualised', t('apr'), of),
      value: <Annualised rate={bot.year_pft_rate} />,
    },
    {
      id: 'drawdown',
      label: figureLabel('drawdown', t('maxDrawDown'), of),
      value: formatPercent(bot.max_draw_down, { locale }),
    },
    {
      id: 'sharpe',
      label: figureLabel('sharpe', t('sharpe'), of),
      value: formatNumber(bot.adj_sharp_rate, { locale, decimals: 2 }),
    },
  ];
  return (
    <>
      <p className="text-2xs text-ink-3">
        <FigureName figure="profit_rate" {...of}>
          {t('yield')}
        </FigureName>
      </p>
      <p className="mb-4 text-2xl font-semibold">
        <TrendText value={bot.profit_rate} text={rate} />
        <HoldLine rate={bot.hold_rate} />
      </p>
      <FigureList figures={figures} className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-2" />
    </>
  );
}

/** What its copiers made; nothing of a bot that nobody has copied. */
function useCopierFigures(bot: StrategyRow, copiers: CopierTotals | null): readonly Figure[] {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  if (copiers === null || bot.follow_num === 0) return [];
  const { follow_profit: profit, total_follow_money: money } = copiers;
  const values = {
    copier_profit: formatAmountOf('profit', profit, 'USDT', { locale, isSigned: true }),
    copier_money: formatAmountOf('investment', money, 'USDT', { locale }),
  };
  const of = { kind: bot.strategy_type, values };
  return [
    {
      id: 'copier-profit',
      label: figureLabel('copier_profit', t('copierProfit'), of),
      value: <Money value={profit} unit="USDT" context="profit" />,
    },
    {
      id: 'copier-money',
      label: figureLabel('copier_money', t('copierMoney'), of),
      value: <Money value={money} unit="USDT" context="investment" />,
    },
  ];
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
      label: figureLabel(`${family}_profit`, t(PROFITS[family]), { bot }),
      value: <Money value={bot.strategy_profit} unit={quote} context="profit" />,
    },
    {
      id: 'money',
      label: figureLabel('investment', t('investment'), { bot }),
      value: <Money value={bot.money} unit={bot.money_asset} context="investment" quote={marketQuote} />,
    },
    {
      id: 'win',
      label: figureLabel('win_rate', t('winRate'), { bot }),
      value: shareText(bot.win_num, bot.loss_num, locale),
    },
    // Kinds without pairs or rounds say in the header how often they traded.
    ...(profitFamilyOf(bot.strategy_type) === 'realised'
      ? []
      : [
          {
            id: 'matches',
            label: figureLabel('matches', t('matches'), { bot }),
            value: formatNumber(String(bot.match_times), { locale }),
          },
        ]),
    {
      id: 'time',
      label: figureLabel('run_time', t('runTime'), { bot }),
      value: duration(bot.run_times),
    },
    ...useCopierFigures(bot, copiers),
  ];
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
            {row !== null && row !== undefined && <PeriodResults bot={row} isWholeLife={period === 'all_period'} />}
          </div>
        );
      })}
      <LifeFigures bot={bot} copiers={copiers} />
    </section>
  );
}

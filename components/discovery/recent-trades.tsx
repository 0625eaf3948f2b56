import { useLocale, useTranslations } from 'next-intl';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { profitFamilyOf } from '#components/bots/bot-state.ts';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { hasSeveralMarkets } from '#components/bots/terminate/close-leg.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { MarketName } from '#components/ui/coin-mark.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { dayText, timeText } from '#lib/i18n/date-text.ts';
import { formatAmountOf, formatPrice, NO_FIGURE, withUnit } from '#lib/money/display.ts';
import type { AmountContext } from '#lib/money/precision.ts';
import { MadeTable } from './made-table.tsx';

export type Trade = NonNullable<ReplyOf<'tradeRecords'>['data']>['orders'][number];

/** A value that the exchange keeps from this viewer (M-279): then a trade tells its day, its side and how it ended. */
const MASKED = '-';
const PROFITS = { grid: 'pairProfit', round: 'roundProfit', realised: 'realisedProfit' } as const;

/** Where a bot of several markets traded: the coin's market, or the contract of it. */
function Place({ trade }: { readonly trade: Trade }) {
  const t = useTranslations('public.detail');
  return (
    <span className="inline-flex items-center gap-1.5">
      <MarketName market={trade.market} size={14} />
      {trade.account === 'futures' && <Badge>{t('contract')}</Badge>}
    </span>
  );
}

/** What stands instead of trades: their provider keeps them hidden (C-348), or the exchange did not give them. */
type NoTrades = 'hidden' | 'unknown';

interface RecentTradesProps {
  readonly trades: readonly Trade[] | NoTrades;
  readonly bot: Pick<StrategyRow, 'strategy_type' | 'market' | 'settle' | 'money_asset'>;
  readonly priceDecimals: number | undefined;
}

function useSideColumn(): TableColumn<Trade> {
  const t = useTranslations('public.detail');
  return {
    id: 'side',
    header: t('side'),
    cell: (trade) => (
      <span className={classNames(trade.side === 'buy' ? 'text-rise' : 'text-fall')}>{t(trade.side)}</span>
    ),
  };
}

/** What is told of a trade whose figures are kept from this viewer. */
function useColumnsByDay(kind: string): readonly TableColumn<Trade>[] {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  const side = useSideColumn();
  return [
    {
      id: 'time',
      header: t('day'),
      cell: (trade) => dayText(new Date(trade.finish_time * 1000).toISOString().slice(0, 10), locale),
    },
    side,
    {
      id: 'result',
      header: figureHead('total_profit', t('result'), kind),
      align: 'end',
      cell: (trade) =>
        trade.result === undefined || trade.result === '' ? (
          NO_FIGURE
        ) : (
          <span className={trade.result === 'win' ? 'text-rise' : 'text-fall'}>{t(trade.result)}</span>
        ),
    },
  ];
}

type Traded = Pick<RecentTradesProps, 'bot' | 'priceDecimals'>;

function useColumns({ bot, priceDecimals }: Traded): readonly TableColumn<Trade>[] {
  const t = useTranslations('public.detail');
  const locale = useLocale();
  const side = useSideColumn();
  const { strategy_type: kind } = bot;
  const [base = '', quote = ''] = bot.market.split('_');
  // A contract that is settled in its coin stands for dollars, which are paid for in coins.
  const paid = profitAssetOf(bot);
  const counted = paid === quote ? base : quote;
  const amount = (context: AmountContext, value: string, asset: string) =>
    formatAmountOf(context, value, asset, {
      locale,
      hasUnit: false,
      ...(context === 'profit' ? { isSigned: true } : {}),
    });
  const severalMarkets = hasSeveralMarkets({ strategy_type: kind });
  return [
    {
      id: 'time',
      header: t('time'),
      cell: (trade) => timeText(trade.finish_time, locale, 'UTC', 'second'),
    },
    side,
    ...(severalMarkets ? [{ id: 'market', header: t('market'), cell: (trade: Trade) => <Place trade={trade} /> }] : []),
    {
      id: 'price',
      header: figureHead('order_price', `${t('price')} (${quote})`, kind),
      align: 'end',
      cell: (trade) => formatPrice(trade.match_price, severalMarkets ? undefined : priceDecimals, locale),
    },
    {
      id: 'quantity',
      header: figureHead('quantity', severalMarkets ? t('quantity') : `${t('quantity')} (${counted})`, kind),
      align: 'end',
      cell: (trade) =>
        amount('quantity', trade.match_qty, severalMarkets ? (trade.market.split('_')[0] ?? base) : counted),
    },
    {
      id: 'amount',
      header: figureHead('order_value', `${t('amount')} (${paid})`, kind),
      align: 'end',
      cell: (trade) => amount('order-amount', trade.match_amount, paid),
    },
    {
      id: 'fee',
      header: figureHead('fees', t('fee'), kind),
      align: 'end',
      cell: (trade) => withUnit(amount('held-coin', trade.fee, trade.fee_asset), trade.fee_asset, locale),
    },
    {
      id: 'profit',
      header: (
        <FigureName
          figure={`${profitFamilyOf(kind)}_profit`}
          kind={kind}
        >{`${t(PROFITS[profitFamilyOf(kind)])} (${paid})`}</FigureName>
      ),
      align: 'end',
      cell: (trade) =>
        trade.profit === '' ? (
          NO_FIGURE
        ) : (
          <TrendText value={trade.profit} text={amount('profit', trade.profit, paid)} />
        ),
    },
  ];
}

/** The latest fills of a shared bot. Its cells are made on the server, with all that writes them. */
export function RecentTrades({ trades: given, ...traded }: RecentTradesProps) {
  const t = useTranslations('public.detail');
  const common = useTranslations('common.state');
  const byDay = useColumnsByDay(traded.bot.strategy_type);
  const columns = useColumns(traded);
  const trades = typeof given === 'string' ? [] : given;
  const instead = { hidden: t('tradesHidden'), unknown: common('error') };
  const isByDay = trades.some(({ match_price }) => match_price === MASKED);
  const shown = isByDay ? byDay : columns;
  return (
    <section aria-labelledby="trades-title" className="panel">
      <h2 id="trades-title" className="px-4 pt-4 pb-2 text-base font-semibold">
        {t('tradesTitle')}
      </h2>
      {isByDay && <p className="px-4 pb-2 text-xs text-ink-3">{t('tradesByDay')}</p>}
      {trades.length === 0 ? (
        <EmptyState title={typeof given === 'string' ? instead[given] : t('tradesEmpty')} />
      ) : (
        <MadeTable
          label={t('tradesTitle')}
          columns={shown.map(({ cell, ...column }) => column)}
          rows={trades.map((trade, at) => ({ key: String(at), cells: shown.map(({ cell }) => cell(trade)) }))}
        />
      )}
    </section>
  );
}

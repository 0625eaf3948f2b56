'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { roundsOf, takeProfitOf } from '#lib/strategies/fields/columns.ts';
import { isContractBot } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useMarkedRow } from '../use-marked.ts';
import { usePriceText } from '../use-price-text.ts';

/** A figure with its name, which says how the figure is computed. */
export function Stat({
  label,
  figure,
  children,
  ...of
}: FigureOf & { readonly label: string; readonly figure: TermId | null; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">
        <FigureName figure={figure} {...of}>
          {label}
        </FigureName>
      </dt>
      <dd className="text-sm break-words">{children}</dd>
    </div>
  );
}

/** What a kind's statistics have beyond the common ones (H14): matches and range, rounds and average, leverage and liquidation. */
export function KindStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const contracts = useTranslations('bots.holdings');
  const format = useBotFormat();
  const [base = ''] = bot.market.split('_');
  const onContract = isContractBot(bot);
  const { profits, trades, isOnMargin } = factsOf(bot.strategy_type);
  const Family = FAMILY_STATISTICS[profits];
  // Tips tell them in these words: only here it is known what they are counted in.
  const worth = format.amount('portfolio-money', bot.position_value, bot.market.split('_')[1] ?? '');
  const position = onContract
    ? contracts('contracts', { size: format.figure(bot.position) })
    : format.amount('quantity', bot.position, base);
  return (
    <>
      {trades === 'portfolio' ? (
        <Stat label={t('held')} figure="coins_held" bot={bot} values={{ coins_held: worth }}>
          {worth}
        </Stat>
      ) : (
        <Stat label={t(isOnMargin ? 'coinsHeld' : 'position')} figure="position" bot={bot} values={{ position }}>
          {position}
        </Stat>
      )}
      <Family bot={bot} />
      {onContract && <ContractStatistics bot={bot} />}
      {isOnMargin && <LoanStatistics bot={bot} />}
    </>
  );
}

function usePriceOr(bot: StrategyRow): (text: string) => string {
  const price = usePriceText(bot);
  return (text) => (/[1-9]/.test(text) ? price(text) : '--');
}

function GridStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const price = usePriceOr(bot);
  const range = factsOf(bot.strategy_type).range === 'prices' ? bot.params : null;
  return (
    <>
      <Stat label={t('matches')} figure="matches" bot={bot}>
        {format.figure(String(bot.match_times))}
      </Stat>
      {range !== null && (
        <Stat
          label={t('range')}
          figure="price_range"
          bot={bot}
        >{`${price(range.current_low_price)} – ${price(range.current_high_price)}`}</Stat>
      )}
    </>
  );
}

function RoundStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const price = usePriceOr(bot);
  return (
    <>
      <Stat label={t('rounds')} figure="rounds" bot={bot}>
        {format.figure(String(roundsOf(bot)))}
      </Stat>
      <Stat label={t('averageCost')} figure="average_cost" bot={bot}>
        {price(bot.avg_hold_cost)}
      </Stat>
      <Stat label={t('takeProfit')} figure="take_profit_price" bot={bot}>
        {price(takeProfitOf(bot))}
      </Stat>
    </>
  );
}

/** Trades; of kinds that close with a profit or a loss also how many were which. */
function TradeStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const closed = bot.win_num + bot.loss_num;
  return (
    <>
      <Stat label={t('trades')} figure="trades" bot={bot}>
        {format.figure(String(bot.trade_num))}
      </Stat>
      {closed > 0 && <Stat label={t('won')} figure="won_trades" bot={bot}>{`${bot.win_num} / ${closed}`}</Stat>}
    </>
  );
}

const FAMILY_STATISTICS = { grid: GridStatistics, round: RoundStatistics, realised: TradeStatistics };

function ContractStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const price = usePriceOr(bot);
  const { mark_price: mark } = useMarkedRow(bot);
  return (
    <>
      <Stat label={t('leverage')} figure="leverage" bot={bot}>
        {bot.leverage === '' ? '--' : `${bot.leverage}X`}
      </Stat>
      <Stat label={t('margin')} figure="margin" bot={bot}>
        {format.amount('margin', bot.margin, bot.money_asset)}
      </Stat>
      <Stat label={t('markPrice')} figure="mark_price" bot={bot}>
        {price(mark)}
      </Stat>
      <Stat label={t('liquidation')} figure="liquidation" bot={bot}>
        {price(bot.liq_price)}
      </Stat>
      <Stat label={t('fullLiquidation')} figure="full_liquidation" bot={bot}>
        {price(bot.full_liq_price)}
      </Stat>
      <Stat label={t('funding')} figure="funding" bot={bot}>
        <TrendText value={bot.funding} text={format.profit(bot.funding, bot.money_asset)} />
      </Stat>
    </>
  );
}

function LoanStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const price = usePriceOr(bot);
  const [, quote = ''] = bot.market.split('_');
  return (
    <>
      <Stat label={t('leverage')} figure="leverage" bot={bot}>
        {bot.leverage === '' ? '--' : `${bot.leverage}X`}
      </Stat>
      <Stat label={t('riskRatio')} figure="risk_ratio" bot={bot}>
        {bot.risk_ratio === '' ? '--' : format.percent(bot.risk_ratio, false)}
      </Stat>
      <Stat label={t('interest')} figure="interest" bot={bot}>
        {format.amount('profit', bot.interest, quote)}
      </Stat>
      <Stat label={t('forcedClose')} figure="forced_close" bot={bot}>
        {price(bot.liq_price)}
      </Stat>
      <Stat label={t('fullForcedClose')} figure="full_forced_close" bot={bot}>
        {price(bot.full_liq_price)}
      </Stat>
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { profitFamilyOf } from '../bot-state.ts';
import { RealDifferenceOf } from '../compare/difference-stat.tsx';
import { isLiquidationInRange } from '../liquidation.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { KindStatistics, Stat } from './kind-statistics.tsx';

const NOTES = { grid: 'profitNote', round: 'roundProfitNote', realised: 'realisedProfitNote' } as const;

/** The statistics card (M-057, H14). The account check is the identity's residual: computed, shown, and 0. */
export function BotStatistics({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview');
  const format = useBotFormat();
  const asset = profitAssetOf(bot);
  const family = profitFamilyOf(bot.strategy_type);
  const isExact = !/[1-9]/.test(bot.residual);
  return (
    <section aria-label={t('stat.totalProfit')} className="min-w-0">
      <p className="text-xs text-ink-3">
        <FigureName figure="total_profit" bot={bot}>
          {t('stat.totalProfit')}
        </FigureName>
      </p>
      <p className="mb-4 flex items-baseline gap-2">
        <TrendText value={bot.profit} text={format.profit(bot.profit, asset)} className="text-2xl font-semibold" />
        <TrendText value={bot.profit_rate} text={format.percent(bot.profit_rate)} className="text-sm" />
      </p>
      {isLiquidationInRange(bot) && (
        <Notice tone="danger" className="mb-3">
          {t('liquidationInRange')}
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-3">
        <Stat label={t('stat.investment')} figure="investment" bot={bot}>
          {format.investment(bot.money, bot.money_asset, bot.market)}
        </Stat>
        <Stat label={t(`stat.${family}Profit`)} figure={`${family}_profit`} bot={bot}>
          <TrendText value={bot.strategy_profit} text={format.profit(bot.strategy_profit, asset)} />
        </Stat>
        <Stat label={t('stat.positionProfit')} figure="position_profit" bot={bot}>
          <TrendText value={bot.position_profit} text={format.profit(bot.position_profit, asset)} />
        </Stat>
        <Stat label={t('stat.fees')} figure="fees" bot={bot}>
          {format.amount('profit', bot.fee, asset)}
        </Stat>
        <Stat label={t('stat.apr')} figure="annualised" bot={bot}>
          {bot.year_pft_rate === '' ? (
            <abbr title={format.youngNote} className="no-underline">
              --
            </abbr>
          ) : (
            <TrendText value={bot.year_pft_rate} text={format.percent(bot.year_pft_rate)} />
          )}
        </Stat>
        <Stat label={t('stat.runTime')} figure="run_time" bot={bot}>
          {format.duration(bot.run_times)}
        </Stat>
        <Stat label={t('stat.drawdown')} figure="drawdown" bot={bot}>
          {format.percent(bot.max_draw_down, false)}
        </Stat>
        <KindStatistics bot={bot} />
        <ShareStats bot={bot} />
        {bot.follow_id > 0 && (
          <RealDifferenceOf bot={bot}>
            {(label, value) => (
              <Stat label={label} figure="difference" bot={bot}>
                {value}
              </Stat>
            )}
          </RealDifferenceOf>
        )}
        <Stat label={t('stat.residual')} figure="account_check" bot={bot}>
          {isExact ? t('stat.residualExact') : t('stat.residualOff', { value: bot.residual })}
        </Stat>
      </dl>
      <p className="mt-3 text-2xs text-ink-3">{t(NOTES[family])}</p>
    </section>
  );
}

/** What a copy owes and has paid its provider, and what a bot's copies have brought its owner (H41); nothing where it is nobody's business. */
function ShareStats({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview.stat');
  const format = useBotFormat();
  const asset = profitAssetOf(bot);
  const { share_accrued: accrued, share_paid: paid, share_income: income, share_income_coins: coins = [] } = bot;
  const came = [{ asset, amount: income ?? '' }, ...coins].filter(({ amount }) => /[1-9]/.test(amount));
  return (
    <>
      {accrued !== undefined && (
        <Stat label={t('shareAccrued')} figure="share_accrued" bot={bot}>
          {format.amount('profit', accrued, asset)}
        </Stat>
      )}
      {paid !== undefined && (
        <Stat label={t('sharePaid')} figure="share_paid" bot={bot}>
          {format.amount('profit', paid, asset)}
        </Stat>
      )}
      {came.length > 0 && (
        <Stat label={t('shareIncome')} figure="share_income" bot={bot}>
          {came.map((part) => format.amount('profit', part.amount, part.asset)).join(' + ')}
        </Stat>
      )}
    </>
  );
}

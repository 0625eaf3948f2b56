'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseAmountUp } from '#lib/money/amount.ts';
import { addedDecimals } from '#lib/money/precision.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { FigureLines } from './planned-figures.tsx';
import type { InvestPlan, PlanState } from './use-invest-plan.ts';

export type NamedPlan = InvestPlan['plans'][number];
export type PlanName = NamedPlan['plan'];

/** What a plan's trades say already. */
const SAID_ELSEWHERE = /^(?:bought|sold)/;
const LIQUIDATION = /^liquidation_/;

/** A plan's trades as they are said again when it is carried out: the exchange takes those that were shown. */
export function actionsSaid(plan: NamedPlan | undefined) {
  return (plan?.actions ?? []).map(({ action, amount, currency }) => ({ action, amount, currency }));
}

/** The plan by its name; the exchange's own where it has said but one. */
export function planNamed({ plans }: InvestPlan, name: PlanName): NamedPlan | undefined {
  return plans.find(({ plan }) => plan === name) ?? (plans.length === 1 ? plans[0] : undefined);
}

/** What the plan trades at once, what that realises, what the bot is set to, and where the bot would be liquidated then (M-162 … M-167). */
export function PlanView({
  bot,
  state,
  name,
  told,
}: {
  readonly bot: StrategyRow;
  readonly state: PlanState;
  readonly name: PlanName;
  /** Fields of the dialog: what is wrong with one of them stands there. */
  readonly told: readonly string[];
}) {
  const t = useTranslations('actions.plan');
  const format = useBotFormat();
  if (state.state === 'none') return null;
  if (state.state === 'pending') return <Skeleton className="h-16 w-full" />;
  if (state.state === 'unknown') return <Notice tone="warn">{t('unknown')}</Notice>;
  if (state.state === 'refused') {
    return !told.includes(state.refusal.field) ? <Notice tone="warn">{state.refusal.text}</Notice> : null;
  }
  const { plan } = state;
  const asset = profitAssetOf(bot);
  if (plan.plan_type === 3) {
    // As it can be typed: never below what is needed.
    const least = parseAmountUp(plan.min_amount);
    const min =
      least === null ? plan.min_amount : minimumText(least, addedDecimals(asset, factsOf(bot.strategy_type).trades));
    return <Notice tone="warn">{t('threshold', { min: format.amount('held-coin', min, asset) })}</Notice>;
  }
  const { actions = [], figures = [] } = planNamed(plan, name) ?? {};
  const others = figures.filter((figure) => !SAID_ELSEWHERE.test(figure.name));
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 rounded-md bg-surface-2 p-3" data-plan>
      <h3 className="text-xs text-ink-3">{t('title')}</h3>
      {actions.length === 0 ? (
        <p className="text-sm">{t('nothing')}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {actions.map((action) => (
            <li key={`${action.action} ${action.currency}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{t(action.action, { amount: format.amount('held-coin', action.amount, action.currency) })}</span>
              {action.profit_loss_amount !== '' && (
                <span className="text-ink-2">
                  {t('realises')}{' '}
                  <TrendText
                    value={action.profit_loss_amount}
                    text={format.profit(action.profit_loss_amount, action.profit_loss_currency)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="text-sm">
          <FigureLines bot={bot} figures={others} />
        </div>
      )}
      {plan.plan_type === 4 && <p className="text-xs text-ink-2">{t('append')}</p>}
      <PlanRisk bot={bot} plan={plan} isPriceSaid={figures.some(({ name }) => LIQUIDATION.test(name))} />
    </section>
  );
}

function PlanRisk({
  bot,
  plan,
  isPriceSaid,
}: {
  readonly bot: StrategyRow;
  readonly plan: InvestPlan;
  /** Among the plan's figures, which another exchange may leave out. */
  readonly isPriceSaid: boolean;
}) {
  const t = useTranslations('actions.plan');
  const price = usePriceText(bot);
  const { liquidation, warnings = [] } = plan;
  const told = [liquidation?.liq_price, liquidation?.short_liq_price].filter(
    (text): text is string => text !== undefined && /[1-9]/.test(text),
  );
  return (
    <>
      {!isPriceSaid && told.length > 0 && (
        <p className="flex justify-between gap-4 text-sm">
          <span className="text-ink-3">{t('liquidation')}</span>
          <span>{told.map((text) => price(text)).join(' / ')}</span>
        </p>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone={warning === 'liquidation-at-hand' ? 'danger' : 'warn'}>
          {t(warning)}
        </Notice>
      ))}
    </>
  );
}

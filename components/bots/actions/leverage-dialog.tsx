'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { HintMark } from '#components/form/field-hint.tsx';
import { fundingAccount } from '#components/form/funding-account.ts';
import { LeverageSteps } from '#components/form/leverage-steps.tsx';
import { useAvailable } from '#components/form/use-check-context.ts';
import { useKindTerms } from '#components/form/use-kind-terms.ts';
import { NumberField } from '#components/ui/number-field.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formatAmount, parseAmountDown } from '#lib/money/amount.ts';
import { snapLeverage, withinTerms } from '#lib/strategies/rules/leverage.ts';
import { failureOf, saidPrices, useLiquidationEstimate } from '../detail/use-liquidation-estimate.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useMarked } from '../use-marked.ts';
import { useRefreshClock } from '../use-refresh-clock.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, typedAmount } from './amount-input.tsx';
import type { EditedBot } from './edited-form.ts';
import { isPast, LiquidationChange } from './liquidation-change.tsx';
import { PlannedFigures } from './planned-figures.tsx';
import { namedPlan, useActionPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** M-192: whole units of the stable coin, millionths of others. */
const decimalsOf = (asset: string): number => (asset === 'USDT' ? 0 : 6);
const leastOf = (asset: string): string => (asset === 'USDT' ? '1' : '0.000001');

/** Add investment of a futures grid (M-034): money behind its position, and the leverage that it has from then on (M-196 … M-203, M-319). */
export function LeverageDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.leverage');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Leverage bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

/** M-177, M-176, M-354. */
const CLOCK = { refreshSeconds: 10, timeoutSeconds: 600 } as const;

/** What was typed, and where the bot would be liquidated with it; both are asked anew as often as the clock says. */
function useLeverage(bot: StrategyRow, { definition, spec }: EditedBot, text: string, leverage: string, turn: number) {
  const asset = bot.money_asset;
  const available = useAvailable(asset, fundingAccount(definition.calls.account, spec));
  const limits = withinTerms(definition.leverageLimits?.(spec) ?? { min: 1, max: 1 }, useKindTerms(definition, spec));
  const amount = typedAmount(text);
  const isOver = amount !== null && available !== null && amount > available;
  const isLeverage = /^\d+$/.test(leverage) && Number(leverage) >= limits.min && Number(leverage) <= limits.max;
  // Of money that is not known none would be estimated, and that is not what it has.
  const money = parseAmountDown(bot.money);
  const now = useLiquidationEstimate(bot, money === null ? '' : formatAmount(money), bot.leverage, turn);
  const canAsk = amount !== null && !isOver && isLeverage;
  const then = useLiquidationEstimate(
    bot,
    canAsk && money !== null ? formatAmount(money + amount) : '',
    leverage,
    turn,
  );
  const prices = { before: saidPrices(now), after: saidPrices(then), failure: failureOf(then) };
  return { asset, available, limits, amount, isOver, canAsk, ...prices };
}

/** What the clock asks anew: the mark price, and by its turn the estimates (M-177). */
function useTurns(bot: StrategyRow) {
  const [turn, setTurn] = useState(0);
  const { marked, refresh } = useMarked(bot, 0);
  const onRefresh = (): void => {
    refresh();
    setTurn((before) => before + 1);
  };
  return { turn, marked, clock: useRefreshClock({ ...CLOCK, onRefresh }) };
}

function Leverage({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.leverage');
  const common = useTranslations('actions.done');
  const action = useBotAction(bot, onClose, 'any');
  const format = useBotFormat();
  const { turn, marked, clock } = useTurns(bot);
  const [text, setText] = useState(edited.typed?.amount ?? '');
  const [leverage, setLeverage] = useState(edited.typed?.leverage ?? bot.leverage);
  const asked = useLeverage(bot, edited, text, leverage, turn);
  const { asset, amount, limits, after } = asked;
  const said = asked.canAsk && amount !== null ? { amount: formatAmount(amount), leverage } : null;
  const plan = useActionPlan(bot, said === null ? null : { act: 'leverage', ...said });
  const send = (): void => {
    if (said === null) return;
    const actions = [{ action: 'transfer' as const, currency: asset, ...said }];
    const body = { plan: 'Investments Append' as const, actions, ...namedPlan(plan) };
    void action.run('updateGrid', { path: { id: String(bot.strategy_id) }, body }, common('added'));
  };
  const levels = t('leverage', { min: limits.min, max: limits.max });
  const isTooLittle = text !== '' && amount === null;
  const least = isTooLittle ? t('least', { min: format.figure(leastOf(asset)) }) : undefined;
  const wrong = asked.isOver ? t('insufficient') : least;
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={!asked.canAsk || after === null || after === 'none' || isPast(marked, after) || plan === undefined}
      onConfirm={send}
      onClose={onClose}
      clock={clock}
    >
      <AmountInput
        label={t('amount')}
        terms={['margin', 'deposits']}
        kind={bot.strategy_type}
        asset={asset}
        decimals={decimalsOf(asset)}
        most={asked.available}
        mostLabel={t('available')}
        value={text}
        error={action.refusal?.text ?? wrong}
        onChange={setText}
      />
      <div>
        <NumberField
          name="leverage"
          label={levels}
          mark={<HintMark label={levels} terms={['leverage', 'liquidation']} kind={bot.strategy_type} />}
          decimals={0}
          value={leverage}
          onChange={setLeverage}
          onBlur={() => setLeverage(snapLeverage(leverage, limits))}
          unit="X"
        />
        <LeverageSteps value={leverage} limits={limits} onChange={setLeverage} />
      </div>
      <LiquidationChange
        bot={marked}
        before={asked.before}
        after={amount === null ? asked.before : after}
        failure={asked.failure}
        stopsAt="past"
      />
      <PlannedFigures bot={bot} plan={plan} />
    </ActionDialog>
  );
}

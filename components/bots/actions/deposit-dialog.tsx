'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fundingAccount } from '#components/form/funding-account.ts';
import { useAvailable } from '#components/form/use-check-context.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { addedDecimals } from '#lib/money/precision.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, typedAmount } from './amount-input.tsx';
import type { EditedBot } from './edited-form.ts';
import { actionsSaid, PlanView, planNamed } from './plan-view.tsx';
import { namedPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { useInvestPlan } from './use-invest-plan.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** More money for a bot that lives (M-034, M-035): the plan says what it buys of it, and that plan is what is sent. */
export function DepositDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.deposit');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Deposit bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

function Deposit({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.deposit');
  const common = useTranslations('actions.done');
  const action = useBotAction(bot, onClose, 'any');
  const [money, setMoney] = useState(edited.typed?.amount ?? '');
  const asset = profitAssetOf(bot);
  const available = useAvailable(asset, fundingAccount(edited.definition.calls.account, edited.spec));
  const amount = typedAmount(money);
  const isOver = amount !== null && available !== null && amount > available;
  const state = useInvestPlan(bot.strategy_id, amount === null || isOver ? null : { money: formatAmount(amount) });
  const plan = state.state === 'ready' ? planNamed(state.plan, 'Investments Append') : undefined;
  const refusedHere = state.state === 'refused' && state.refusal.field === 'money' ? state.refusal.text : undefined;
  const send = (): void => {
    if (amount === null) return;
    const named = { actions: actionsSaid(plan), plan: 'Investments Append' as const, ...namedPlan(plan) };
    const body = { money: formatAmount(amount), ...named };
    void action.run('changeGridParams', { path: { id: String(bot.strategy_id) }, body }, common('added'));
  };
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={
        plan === undefined || isOver || amount === null || (state.state === 'ready' && state.plan.plan_type === 3)
      }
      onConfirm={send}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">{t('text')}</p>
      <AmountInput
        label={t('amount')}
        terms={['deposits', 'investment']}
        kind={bot.strategy_type}
        asset={asset}
        decimals={addedDecimals(asset, factsOf(bot.strategy_type).trades)}
        most={available}
        mostLabel={t('available')}
        value={money}
        error={isOver ? t('insufficient') : (action.refusal?.text ?? refusedHere)}
        onChange={setMoney}
      />
      <PlanView bot={bot} state={state} name="Investments Append" told={['money']} />
    </ActionDialog>
  );
}

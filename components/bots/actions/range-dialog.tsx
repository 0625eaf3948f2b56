'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormField } from '#components/form/form-field.tsx';
import { fundingAccount } from '#components/form/funding-account.ts';
import { useAvailable } from '#components/form/use-check-context.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import type { BodyOf } from '#lib/contract/contract.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { inputDecimals } from '#lib/money/precision.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, typedAmount } from './amount-input.tsx';
import { type EditedBot, useEditedForm } from './edited-form.ts';
import { PlanView, planNamed } from './plan-view.tsx';
import { useBotAction } from './use-bot-action.ts';
import { type PlanState, useInvestPlan } from './use-invest-plan.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** Another range, other lines, other stops, and more money where that needs it (M-033), by the plan that is shown (M-317, M-320). */
export function RangeDialog({ bot, onClose }: ChangeProps) {
  const t = useTranslations('actions.range');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose}>
      {(edited) => <Range bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

type Change = NonNullable<BodyOf<'changeGridParams'>>;

/** The exchange takes only a plan with the money that it was made for. */
function needsMoney(state: PlanState): boolean {
  return state.state === 'ready' && (state.plan.plan_type === 3 || state.plan.plan_type === 4);
}

function Range({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.range');
  const common = useTranslations('common.success');
  const { stops } = factsOf(bot.strategy_type);
  const action = useBotAction(bot, onClose);
  const names = ['low_price', 'high_price', 'grid_num', ...(stops?.of === 'price' ? ['stop_loss', 'stop_profit'] : [])];
  const fields = edited.definition.fields.filter(({ name }) => names.includes(name));
  const [withMoney, setWithMoney] = useState(false);
  const [money, setMoney] = useState('');
  const form = useEditedForm(edited, names, action.refusal);
  const asset = profitAssetOf(bot);
  const mayTakeMoney = asset === bot.money_asset;
  const available = useAvailable(asset, fundingAccount(edited.definition.calls.account, edited.spec));
  const amount = withMoney ? typedAmount(money) : null;
  const isOver = amount !== null && available !== null && amount > available;
  const lies: Change = { low_price: form.wire('low_price'), high_price: form.wire('high_price') };
  const lines = names.includes('grid_num') && form.wire('grid_num') !== '' ? { grid_num: form.wire('grid_num') } : {};
  const added = amount === null ? {} : { money };
  const canAsk = form.isChanged && !form.hasErrors && !isOver;
  const state = useInvestPlan(bot.strategy_id, canAsk ? { ...lies, ...lines, ...added } : null);
  const planName = amount === null ? 'Investments Unchanged' : 'Investments Append';
  const plan = state.state === 'ready' ? planNamed(state.plan, planName) : undefined;
  // M-165, M-166: money has to come in, and its box to be ticked.
  const lacksMoney = needsMoney(state) && amount === null;
  const send = (): void => {
    if (!form.isChanged) {
      // M-215.
      onClose();
      return;
    }
    const isPriced = stops?.of === 'price';
    const stopsSaid = isPriced ? { stop_loss: form.wire('stop_loss'), stop_profit: form.wire('stop_profit') } : {};
    const actions = plan?.actions.map(({ action: what, amount: much, currency }) => ({
      action: what,
      amount: much,
      currency,
    }));
    const body: Change = { ...lies, ...lines, ...stopsSaid, ...added, actions: actions ?? [], plan: planName };
    void action.run('changeGridParams', { path: { id: String(bot.strategy_id) }, body }, common('modification'));
  };
  const isReady = plan !== undefined && state.state === 'ready' && state.plan.plan_type !== 3;
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={form.isChanged && (!isReady || form.hasErrors || isOver || lacksMoney)}
      onConfirm={send}
      onClose={onClose}
    >
      {fields.map((field) => (
        <FormField
          key={field.name}
          form={form}
          field={field}
          notes={planNotes(state, field.name) ?? form.notes(field.name)}
        />
      ))}
      {mayTakeMoney && (
        <>
          <Checkbox isChecked={withMoney || needsMoney(state)} onChange={setWithMoney}>
            {t('addMoney')}
          </Checkbox>
          {(withMoney || needsMoney(state)) && (
            <AmountInput
              label={t('amount')}
              asset={asset}
              decimals={inputDecimals(asset, null)}
              most={available}
              mostLabel={t('available')}
              value={money}
              error={isOver ? t('insufficient') : planNotes(state, 'money')?.error}
              onChange={(value) => {
                setWithMoney(true);
                setMoney(value);
              }}
            />
          )}
        </>
      )}
      <PlanView bot={bot} state={state} name={planName} />
    </ActionDialog>
  );
}

/** What the exchange has against the plan, at the field that it names. */
function planNotes(state: PlanState, field: string): { readonly error: string } | undefined {
  return state.state === 'refused' && state.refusal.field === field ? { error: state.refusal.text } : undefined;
}

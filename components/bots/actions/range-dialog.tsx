'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FieldRefusal } from '#components/bots/actions/use-action.ts';
import { FormField } from '#components/form/form-field.tsx';
import { fundingAccount } from '#components/form/funding-account.ts';
import { useAvailable } from '#components/form/use-check-context.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { inputDecimals } from '#lib/money/precision.ts';
import { profitAssetOf } from '../bot-instrument.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, typedAmount } from './amount-input.tsx';
import { mayAddMoney } from './bot-actions.ts';
import { type EditedBot, useEditedForm } from './edited-form.ts';
import { actionsSaid, type PlanName, PlanView, planNamed } from './plan-view.tsx';
import { namedPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { useGridPermissions } from './use-grid-permissions.ts';
import { type PlanState, useInvestPlan } from './use-invest-plan.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** Another range, other lines, other stops, and more money where that needs it (M-033), by the plan that is shown (M-317, M-320). */
export function RangeDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.range');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Range bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

type Change = NonNullable<BodyOf<'changeGridParams'>>;

/** M-165: as it stands it is too little. */
function isShort(state: PlanState): boolean {
  return state.state === 'ready' && state.plan.plan_type === 3;
}

/** It cannot be had without more money (M-165, M-166). */
function isMoneyNeeded(state: PlanState): boolean {
  return isShort(state) || (state.state === 'ready' && state.plan.plan_type === 4);
}

const LIES = ['low_price', 'high_price', 'grid_num'] as const;

function stopFieldsOf({ strategy_type }: StrategyRow) {
  return factsOf(strategy_type).stops?.of === 'price' ? (['stop_loss', 'stop_profit'] as const) : [];
}

/** What was typed, the plan of it, and what would be sent. */
function useRange(bot: StrategyRow, edited: EditedBot, refusal: FieldRefusal | null, money: string | null) {
  const makesPlans = useAnnounces('action_plan');
  const stopFields = stopFieldsOf(bot);
  const names: readonly string[] = [...LIES, ...stopFields];
  // M-210, M-212.
  const form = useEditedForm(edited, names, refusal, { isRelaid: true });
  const asset = profitAssetOf(bot);
  const available = useAvailable(asset, fundingAccount(edited.definition.calls.account, edited.spec));
  const amount = money === null ? null : typedAmount(money);
  const isOver = amount !== null && available !== null && amount > available;
  const said = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, form.wire(field)]));
  const lies: Change = {
    ...said(LIES.filter((field) => form.wire(field) !== '')),
    ...(amount === null ? {} : { money: formatAmount(amount) }),
  };
  const isAsked = form.isChanged || amount !== null;
  const canAsk = isAsked && !form.hasErrors && !isOver;
  // An exchange of the documents is not asked about stops there, and takes them all the same.
  const asked = { ...lies, ...(makesPlans ? said(stopFields) : {}) };
  const state = useInvestPlan(bot.strategy_id, canAsk ? asked : null);
  const planName: PlanName = amount === null ? 'Investments Unchanged' : 'Investments Append';
  const plan = state.state === 'ready' ? planNamed(state.plan, planName) : undefined;
  // M-165, M-166: money has to come in, and its box to be ticked.
  const isReady = plan !== undefined && !(isMoneyNeeded(state) && amount === null) && !isShort(state);
  return {
    form,
    fields: edited.definition.fields.filter(({ name }) => names.includes(name)),
    asset,
    available,
    isOver,
    state,
    planName,
    isAsked,
    canSend: canAsk && isReady,
    body: {
      ...{ ...lies, ...said(stopFields), actions: actionsSaid(plan), plan: planName },
      ...namedPlan(plan),
    } satisfies Change,
  };
}

function Range({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.range');
  const common = useTranslations('common.success');
  const [isTicked, setIsTicked] = useState(false);
  // Money has a field while its box is ticked.
  const action = useBotAction(bot, onClose, [...LIES, ...stopFieldsOf(bot), ...(isTicked ? ['money'] : [])]);
  const [money, setMoney] = useState('');
  const range = useRange(bot, edited, action.refusal, isTicked ? money : null);
  const { form, asset, state } = range;
  const refusedHere = refusedText(action.refusal, 'money');
  const takesMoney = mayAddMoney(bot, useGridPermissions());
  const hasMoney = takesMoney && (isTicked || isMoneyNeeded(state));
  const send = (): void => {
    // M-215.
    if (!range.isAsked) onClose();
    else
      void action.run(
        'changeGridParams',
        { path: { id: String(bot.strategy_id) }, body: range.body },
        common('modification'),
      );
  };
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={range.isAsked && !range.canSend}
      onConfirm={send}
      onClose={onClose}
    >
      {range.fields.map((field) => (
        <FormField
          key={field.name}
          form={form}
          field={field}
          notes={planNotes(state, field.name) ?? form.notes(field.name)}
        />
      ))}
      {takesMoney && (
        <Checkbox isChecked={hasMoney} onChange={setIsTicked}>
          {t('addMoney')}
        </Checkbox>
      )}
      {hasMoney && (
        <AmountInput
          label={t('amount')}
          terms={['deposits', 'investment']}
          kind={bot.strategy_type}
          asset={asset}
          decimals={inputDecimals(asset, null)}
          most={range.available}
          mostLabel={t('available')}
          value={money}
          error={range.isOver ? t('insufficient') : (planNotes(state, 'money')?.error ?? refusedHere)}
          onChange={(value) => {
            setIsTicked(true);
            setMoney(value);
          }}
        />
      )}
      <PlanView
        bot={bot}
        state={state}
        name={range.planName}
        told={[...range.fields.map(({ name }) => name), ...(hasMoney ? ['money'] : [])]}
      />
    </ActionDialog>
  );
}

/** What the exchange has against the change, at the field that it names. */
function refusedText(refusal: FieldRefusal | null, field: string): string | undefined {
  return refusal?.field === field ? refusal.text : undefined;
}

/** The same of the plan. */
function planNotes(state: PlanState, field: string): { readonly error: string } | undefined {
  const error = refusedText(state.state === 'refused' ? state.refusal : null, field);
  return error === undefined ? undefined : { error };
}

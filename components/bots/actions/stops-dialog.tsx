'use client';

import { useTranslations } from 'next-intl';
import { FormField } from '#components/form/form-field.tsx';
import { useSession } from '#lib/client/session.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { compareDecimals, isZero, readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import { fault } from '#lib/strategies/rules/issue.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type EditedBot, useEditedForm } from './edited-form.ts';
import { namedParams } from './named-params.ts';
import { PlannedFigures } from './planned-figures.tsx';
import { fieldOfWord, stopFieldsByWord } from './stop-words.ts';
import { type AskedAct, namedPlan, useActionPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** M-243, M-374: less than a form that creates takes. What the bot has by now stays as it is until somebody types. */
const DECIMALS: Readonly<Partial<Record<string, () => number>>> = { take_profit_per_cycle: () => 1 };

/** Stop loss and take profit of a bot that lives (M-032, M-037): prices, or parts of what was invested or of each round. */
export function StopsDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.stops');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Stops bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

/** M-230, E-242: a part of the investment that the bot has gained already would end it at once. */
function reachedProfit({ profit_rate }: StrategyRow, field: string, values: FormValues): readonly Issue[] {
  const wanted = readDecimal(values[field] ?? '') ?? '0';
  // A loss has no such number.
  const gained = shiftDecimal(readDecimal(profit_rate) ?? '0', 2) ?? '0';
  if (isZero(wanted) || isZero(gained) || compareDecimals(wanted, gained) > 0) return [];
  return [fault(field, 'stop.ratio_reached', { rate: gained })];
}

function Stops({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.stops');
  const common = useTranslations('common.success');
  const { session } = useSession();
  const { stops } = factsOf(bot.strategy_type);
  const { definition, spec } = edited;
  const [loss, profit] = [stops?.loss ?? '', stops?.profit ?? ''];
  const action = useBotAction(bot, onClose, [...stopFieldsByWord(bot.strategy_type).keys()]);
  const { refusal } = action;
  const form = useEditedForm(
    edited,
    [loss, profit],
    refusal === null ? null : { ...refusal, field: fieldOfWord(bot.strategy_type, refusal.field) },
    { besides: (values) => (stops?.of === 'investment' ? reachedProfit(bot, profit, values) : []) },
  );
  const shown = definition.fields.filter(
    ({ name, isShown }) => (name === loss || name === profit) && isShown?.(form.values, spec) !== false,
  );
  const said = (field: string): string | undefined =>
    shown.some(({ name }) => name === field) ? form.wire(field) : undefined;
  const isOfRound = stops?.of === 'round' && stops.loss !== null;
  const params = JSON.stringify({ [loss]: said(loss), [profit]: said(profit) });
  const prices = { stop_loss: said(loss), stop_profit: said(profit) };
  const asked: AskedAct = isOfRound ? { act: 'params', params } : { act: 'stops', ...prices };
  const plan = useActionPlan(bot, form.isChanged && !form.hasErrors ? asked : null);
  const send = (): void => {
    if (!form.isChanged) {
      onClose();
      return;
    }
    const id = bot.strategy_id;
    const done = common('modification');
    if (isOfRound) {
      // M-326: the words are none of this change, and may be others by now.
      const body = {
        ...namedParams(bot, session),
        params,
        strategy_name: -1,
        abstract: -1,
        ...namedPlan(plan),
      } as const;
      void action.run('strategyParams', { body }, done);
      return;
    }
    const body = { ...prices, ...namedPlan(plan) };
    void action.run('changeGridParams', { path: { id: String(id) }, body }, done);
  };
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={form.hasErrors || plan === undefined}
      onConfirm={send}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">{t(stops?.of ?? 'price')}</p>
      {shown.map((field) => {
        const decimals = DECIMALS[field.name] ?? field.decimals;
        const input = decimals === undefined ? field : { ...field, decimals };
        return <FormField key={field.name} form={form} field={input} notes={form.notes(field.name)} />;
      })}
      <PlannedFigures bot={bot} plan={plan} />
    </ActionDialog>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { ActionHost } from '../actions/action-host.tsx';
import { changesOf } from '../actions/bot-actions.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { useGridPermissions } from '../actions/use-grid-permissions.ts';
import { type ForkMode, fieldsOf, forkModesOf } from './fork-modes.ts';
import { moneyModeOf, partsOf, type Said, shownValues } from './fork-values.ts';

/** The dialog that asks for all of it, with what it begins with; null: there is none, so nobody here has asked for it. */
function dialogFor(
  bot: StrategyRow,
  edited: EditedBot,
  said: Said,
): { readonly mode: ForkMode; readonly typed: FormValues } | null {
  const { fields, money } = partsOf(said);
  const typed = shownValues(edited, bot.strategy_type, fields);
  const names = Object.keys(typed);
  if (money !== null) {
    const { leverage } = money;
    const amount = money.margin ?? money.money ?? '';
    const level: FormValues = leverage === undefined ? {} : { leverage };
    return names.length > 0 ? null : { mode: moneyModeOf(money), typed: { amount, ...level } };
  }
  const mode = forkModesOf(bot).find((one) => names.every((field) => fieldsOf(bot.strategy_type, one).includes(field)));
  return mode === undefined ? null : { mode, typed };
}

/** Makes the same change of the bot as it is now: by its own dialog, with these values typed in. Nothing is sent from here. */
export function ApplyFork({
  bot,
  edited,
  said,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly said: Said;
}) {
  const t = useTranslations('fork');
  const [isOpen, setIsOpen] = useState(false);
  const offered = changesOf(bot, useGridPermissions());
  const dialog = dialogFor(bot, edited, said);
  // One that has ended, or may not be changed by now, has nothing to apply it to.
  if (dialog === null || !offered.includes(dialog.mode)) return null;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button onClick={() => setIsOpen(true)}>{t('apply')}</Button>
      <p className="text-2xs text-ink-3">{t('applyHint')}</p>
      {isOpen && (
        <ActionHost
          bot={bot}
          action={dialog.mode}
          typed={dialog.typed}
          onClose={() => setIsOpen(false)}
          onDone={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

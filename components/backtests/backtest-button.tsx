'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import type { Issue } from '#lib/strategies/definition.ts';

// Loaded when it is opened.
const BacktestDialog = lateDialog('backtest-dialog', () =>
  import('./backtest-dialog.tsx').then((part) => part.BacktestDialog),
);

/** What blocks a backtest: everything that blocks a creation but the balance, which it does not touch (E-184). */
export function backtestErrors(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ severity, code }) => severity === 'error' && !code.startsWith('money.balance'));
}

/**
 * The form's second button (C-055). `isDisabled` is the Create button's own state (C-207). The form is checked as at
 * submit: what is wrong is shown at its field, and the date modal opens only when nothing is.
 */
export function BacktestButton({
  form,
  isDisabled,
  onFault,
}: {
  readonly form: StrategyForm;
  readonly isDisabled: boolean;
  readonly onFault: (issue: Issue) => void;
}) {
  const t = useTranslations('backtests');
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => {
    const [first] = backtestErrors(form.checkAll());
    if (first === undefined) setIsOpen(true);
    else onFault(first);
  };
  return (
    <>
      <Button size="lg" disabled={isDisabled} onClick={open} aria-haspopup="dialog">
        {t('button')}
      </Button>
      {isOpen && <BacktestDialog form={form} onClose={() => setIsOpen(false)} />}
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { Doubt } from './create-flow.ts';
import { HeldDetails } from './held-details.tsx';
import { useIssueText } from './use-issue-text.ts';
import type { StrategyForm } from './use-strategy-form.ts';

const TEXTS = { 'trigger-met': 'triggerMet', 'outside-range': 'outsideRange', 'held-coins': 'heldCoins' } as const;

/** The pre-check popup (C-094, H11): what looks odd, and the choice to go on or to change it. */
export function ConfirmDialog({
  doubts,
  form,
  onAnswer,
}: {
  readonly doubts: readonly Doubt[];
  readonly form: StrategyForm;
  readonly onAnswer: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('trade.confirm');
  const say = useIssueText();
  const textOf = (doubt: Doubt): string => (doubt.kind === 'issue' ? say(doubt.issue) : t(TEXTS[doubt.kind]));
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={t('title')}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('change')}</Button>
          <Button tone="primary" onClick={() => onAnswer(true)}>
            {t('goOn')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2 text-sm">
        {doubts.map((doubt) => (
          <li key={textOf(doubt)} className="flex gap-2">
            <Icon name="warning" className="mt-0.5 shrink-0 text-warn" />
            {textOf(doubt)}
          </li>
        ))}
      </ul>
      {doubts.some(({ kind }) => kind === 'held-coins') && <HeldDetails form={form} />}
    </Dialog>
  );
}

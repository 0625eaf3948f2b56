'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ActionRun } from '#components/bots/actions/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { RefreshClock } from '../use-refresh-clock.ts';

/**
 * The frame of every action that changes a bot: what is asked, what it brings, and one button that does it. While nobody knows what
 * became of what was sent, nothing else can be typed and the button asks for that.
 */
export function ActionDialog({
  title,
  action: { isBusy, isUnanswered },
  confirm,
  isDisabled,
  onConfirm,
  onClose,
  width = 'sm',
  clock,
  children,
}: {
  readonly title: string;
  readonly action: Pick<ActionRun, 'isBusy' | 'isUnanswered'>;
  readonly confirm: string;
  readonly isDisabled: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly width?: 'sm' | 'md';
  /** Of dialogs whose figures age: the countdown to the next question, and what stands here once they are too old. */
  readonly clock?: RefreshClock;
  readonly children: ReactNode;
}) {
  const t = useTranslations('actions.frame');
  const action = useTranslations('common.action');
  if (clock?.isTimedOut === true && !isUnanswered && !isBusy) {
    return (
      <Dialog isOpen onClose={onClose} title={title} width={width}>
        <EmptyState
          title={t('timeout')}
          hint={t('timeoutText')}
          action={<Button onClick={clock.restart}>{action('refresh')}</Button>}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {action('cancel')}
          </Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabled={!isUnanswered && isDisabled}
            onClick={isBusy ? undefined : onConfirm}
          >
            {isUnanswered ? t('askAgain') : confirm}
          </Button>
        </>
      }
    >
      <fieldset disabled={isUnanswered || isBusy} className="flex min-w-0 flex-col gap-4">
        {isUnanswered && <Notice tone="warn">{t('unanswered')}</Notice>}
        {children}
        {clock !== undefined && (
          <p className="text-xs text-ink-3">{t('refreshIn', { seconds: clock.secondsToRefresh })}</p>
        )}
      </fieldset>
    </Dialog>
  );
}

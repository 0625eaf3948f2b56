'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import type { Held } from '#lib/client/held.ts';
import type { RefreshClock } from '../use-refresh-clock.ts';

/**
 * The frame of every action with fields: what is asked, what it brings, and one button that does it. While nobody knows what
 * became of what was sent, nothing else can be typed and the button asks for that.
 */
export function ActionDialog({
  title,
  action: held,
  confirm,
  isDisabled,
  onConfirm,
  onClose,
  width = 'sm',
  clock,
  children,
}: {
  readonly title: string;
  readonly action: Held;
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
  if (clock?.isTimedOut === true && !held.isUnanswered && !held.isBusy) {
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
          <SendButton held={held} disabled={isDisabled} onClick={onConfirm}>
            {confirm}
          </SendButton>
        </>
      }
    >
      <HeldFields held={held}>
        {children}
        {clock !== undefined && (
          <p className="text-xs text-ink-3">{t('refreshIn', { seconds: clock.secondsToRefresh })}</p>
        )}
      </HeldFields>
    </Dialog>
  );
}

'use client';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** The product's one confirm popup (C-099): what is at stake, and two answers. Closing it is a no. */
export function Confirm({
  title,
  yes,
  no,
  onAnswer,
  isBusy = false,
  children,
}: {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
  /** The yes is being carried out. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={title}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{no}</Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => onAnswer(true)}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

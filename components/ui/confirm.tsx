'use client';

import type { ReactNode } from 'react';
import { type Held, unkeyed } from '#lib/client/held.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { SendButton, UnansweredNotice } from './held-fields.tsx';

const IDLE = unkeyed(false);

/** The product's one confirm popup (C-099): what is at stake, and two answers. Closing it is a no, also to the question what became of a yes. */
export function Confirm({
  title,
  yes,
  no,
  onAnswer,
  held = IDLE,
  children,
}: {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
  /** How the yes is being carried out. */
  readonly held?: Held;
  readonly children: ReactNode;
}) {
  const leave = (): void => {
    if (!held.isBusy) held.giveUp();
    onAnswer(false);
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={title}
      footer={
        <>
          <Button onClick={leave}>{no}</Button>
          <SendButton held={held} onClick={() => onAnswer(true)}>
            {yes}
          </SendButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <UnansweredNotice held={held} />
        {children}
      </div>
    </Dialog>
  );
}

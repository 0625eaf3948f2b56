import type { RefObject } from 'react';

/** What a tip is given besides what it is about. */
export interface OpenTip {
  readonly anchor: RefObject<HTMLElement | null>;
  /** By it the button names what describes it. */
  readonly id: string;
  /** It was asked for by a press: one with links takes the focus. One that was only looked at takes it from nobody. */
  readonly isPressed: boolean;
  readonly onClose: () => void;
  /** The pointer has come over the tip, or has left it. */
  readonly onPointer: (isOver: boolean) => void;
}

/** What was done to the button. */
export type TipWish = 'pointer' | 'focus' | 'press';

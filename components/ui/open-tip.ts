import type { ComponentType, RefObject } from 'react';

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

/** What opens a tip is given besides what that is about. */
export interface OpeningProps<Of extends object> {
  readonly of: Of;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** What was done to the button before anybody here listened to it. */
  readonly wish: TipWish;
  readonly isDialog: boolean;
}

/** What comes with the first wish for a tip: first loads have no room for how it opens. */
export interface TipPart<Of extends object> {
  readonly Opening: ComponentType<OpeningProps<Of>>;
}

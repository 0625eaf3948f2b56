/** How it stands with what was sent under a key (kept-operation.ts); its fields and its button are held by it (components/ui/held-fields.tsx). */
export interface Held {
  readonly isBusy: boolean;
  /** It was sent and no answer came: whatever is sent next asks what became of it. */
  readonly isUnanswered: boolean;
  /** Whoever sent it looks for himself what became of it: what is sent next is another. */
  readonly giveUp: () => void;
  /** What is typed and chosen in its fields is another than it was: what was said of that is over. */
  readonly onTyped?: () => void;
}

/** Of what has no key: it is under way or not. */
export const unkeyed = (isBusy: boolean): Held => ({ isBusy, isUnanswered: false, giveUp: () => {} });

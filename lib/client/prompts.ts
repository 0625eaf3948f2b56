'use client';

import { atom, getDefaultStore } from 'jotai';

/** Questions that a flow asks the trader; one host component shows them (components/ui/prompt-host.tsx). */
export interface Prompt {
  readonly kind: 'fund-password' | 'agreement';
  /** Resolves with the password / '' (agreed), or null when the trader closed it. */
  readonly answer: (value: string | null) => void;
}

export const promptAtom = atom<Prompt | null>(null);

/** Opens a prompt and waits for its answer; a second prompt of the flow waits for the first by construction. */
export function ask(kind: Prompt['kind']): Promise<string | null> {
  return new Promise((resolve) => {
    const store = getDefaultStore();
    store.set(promptAtom, {
      kind,
      answer: (value) => {
        store.set(promptAtom, null);
        resolve(value);
      },
    });
  });
}

'use client';

import { atom, getDefaultStore } from 'jotai';
import { AGREEMENT_PATH } from '../contract/agreement-path.ts';

/** Questions that a flow asks the trader; one host component shows them (components/ui/prompt-host.tsx). */
export interface Prompt {
  readonly id: number;
  readonly kind: 'fund-password' | 'agreement' | 'login';
  /** Resolves with the password / '' (agreed, logged in), or null when the trader closed it. */
  readonly answer: (value: string | null) => void;
}

/** Open questions, the newest last: it stands over those before it, which keep what was typed into them. */
export const promptsAtom = atom<readonly Prompt[]>([]);
let lastId = 0;

/** Opens a prompt and waits for its answer. `elsewhere`: an answer that may come without the trader's doing anything here. */
export function ask(kind: Prompt['kind'], elsewhere?: Promise<string>): Promise<string | null> {
  return new Promise((resolve) => {
    const store = getDefaultStore();
    lastId += 1;
    const id = lastId;
    const answer = (value: string | null): void => {
      store.set(promptsAtom, (open) => open.filter((one) => one.id !== id));
      resolve(value);
    };
    store.set(promptsAtom, (open) => [...open, { id, kind, answer }]);
    void elsewhere?.then(answer);
  });
}

/** Where what is agreed to can be read whole. */
export function agreementAddress(language: string): string {
  return `/${language}${AGREEMENT_PATH}`;
}

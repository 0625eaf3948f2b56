'use client';

import { atom, getDefaultStore } from 'jotai';

export interface Toast {
  readonly id: number;
  /** `note`: nobody has asked for it, and nothing is to be done. */
  readonly tone: 'success' | 'note' | 'warning' | 'error';
  readonly text: string;
}

export const toastsAtom = atom<readonly Toast[]>([]);
let lastId = 0;

/** Shows a sentence (already translated). It leaves by itself (components/ui/toast-host.tsx). */
export function toast(tone: Toast['tone'], text: string): void {
  lastId += 1;
  const id = lastId;
  getDefaultStore().set(toastsAtom, (present) =>
    [...present.filter((one) => one.text !== text), { id, tone, text }].slice(-3),
  );
}

export function dismissToast(id: number): void {
  getDefaultStore().set(toastsAtom, (present) => present.filter((one) => one.id !== id));
}

'use client';

import { atom, getDefaultStore } from 'jotai';

export interface Toast {
  readonly id: number;
  /** `note`: nobody has asked for it, and nothing is to be done. */
  readonly tone: 'success' | 'note' | 'warning' | 'error';
  readonly text: string;
  /** What is known of it only afterwards, and where more of it stands: a page that opens beside this one. */
  readonly more?: { readonly text: string; readonly link: { readonly href: string; readonly text: string } };
}

export const toastsAtom = atom<readonly Toast[]>([]);
let lastId = 0;

/** So many are seen at once. */
const MOST = 3;

/** What nobody has asked for makes room first: fills of a busy minute would take a refusal away before it is read. */
function atMost(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MOST) return toasts;
  const leaving = toasts.find(({ tone }) => tone === 'note') ?? toasts[0];
  return toasts.filter((one) => one !== leaving);
}

/** Shows a sentence (already translated). It leaves by itself (components/ui/toast-host.tsx). Its number: more may be said of it. */
export function toast(tone: Toast['tone'], text: string): number {
  lastId += 1;
  const id = lastId;
  getDefaultStore().set(toastsAtom, (present) =>
    atMost([...present.filter((one) => one.text !== text), { id, tone, text }]),
  );
  return id;
}

/** Says more in a toast, if it is still there. */
export function sayMore(id: number, more: NonNullable<Toast['more']>): void {
  getDefaultStore().set(toastsAtom, (present) => present.map((one) => (one.id === id ? { ...one, more } : one)));
}

export function dismissToast(id: number): void {
  getDefaultStore().set(toastsAtom, (present) => present.filter((one) => one.id !== id));
}

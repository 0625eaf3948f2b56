'use client';

import { useTyped } from './use-typed.ts';

/** `useTyped` as a part that comes when the page is alive: for forms of pages whose first load has no room for it. */
export function KeepTyped({
  form,
  text,
  putBack,
}: {
  readonly form: string;
  readonly text: string;
  readonly putBack: (text: string) => void;
}) {
  useTyped(form, text, putBack);
  return null;
}

'use client';

import { fieldsIn, fieldsText } from './typed-fields.ts';
import { useTyped } from './use-typed.ts';

/** `useTyped` of a form's fields as a part that comes when the page is alive: for pages whose first load has no room for it. `first`: as the page came with them. */
export function KeepTyped<Fields extends Readonly<Record<string, string>>>({
  form,
  fields,
  first,
  putBack,
}: {
  readonly form: string;
  readonly fields: Fields;
  readonly first: Fields;
  readonly putBack: (kept: Readonly<Record<string, string>>) => void;
}) {
  useTyped(form, fields === first ? '' : fieldsText(fields), (text) => putBack(fieldsIn(text, first)));
  return null;
}

'use client';

import { useState } from 'react';
import { useTyped } from './use-typed.ts';

/** A choice out of a few, as `useState` has it, that is kept for the page in another language (use-typed.ts); nothing but one of `choices` is put back. */
export function useTypedChoice<Value extends string>(
  form: string,
  first: Value,
  choices: readonly Value[],
): readonly [Value, (next: Value) => void] {
  const [value, choose] = useState(first);
  useTyped(form, value === first ? '' : value, (kept) => choose((now) => choices.find((one) => one === kept) ?? now));
  return [value, choose];
}

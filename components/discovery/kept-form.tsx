'use client';

import { type ComponentProps, useRef, useState } from 'react';
import { useTyped } from '#lib/client/use-typed.ts';

function textOf(form: HTMLFormElement): string {
  const texts = [...new FormData(form)].map(([field, said]) => [field, typeof said === 'string' ? said : '']);
  return new URLSearchParams(texts).toString();
}

/** Chooses what was chosen; what lies in a fold that is shut is opened where it differs. */
function choose(form: HTMLFormElement, kept: string): void {
  const said = new URLSearchParams(kept);
  for (const select of form.querySelectorAll('select')) {
    const value = said.get(select.name);
    if (value === select.value || ![...select.options].some((option) => option.value === value)) continue;
    select.value = value ?? '';
    const fold = form.closest('details');
    if (fold !== null) fold.open = true;
  }
}

/** A form of the browser's own, of choices, that keeps what was chosen for the page in another language (use-typed.ts). */
export function KeptForm({
  name,
  ...rest
}: Omit<ComponentProps<'form'>, 'ref' | 'onChange'> & { readonly name: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  useTyped(name, text, (kept) => {
    if (form.current === null) return;
    choose(form.current, kept);
    setText(textOf(form.current));
  });
  return <form {...rest} ref={form} onChange={({ currentTarget }) => setText(textOf(currentTarget))} />;
}

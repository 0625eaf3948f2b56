'use client';

import { type ComponentProps, useEffect, useRef } from 'react';

/** A form of the browser's own, of choices, that keeps what was chosen for the page in another language (keep-choices.ts, which comes when the page is alive). */
export function KeptForm({ name, ...rest }: Omit<ComponentProps<'form'>, 'ref'> & { readonly name: string }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    import('./keep-choices.ts').then(
      ({ keepChoices }) => form.current !== null && keepChoices(name, form.current),
      // Without it nothing is kept, and the form does all else.
      () => undefined,
    );
  }, [name]);
  return <form {...rest} ref={form} />;
}

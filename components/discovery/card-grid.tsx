import type { HTMLAttributes, ReactNode } from 'react';

/** As many columns of cards as fit; a phone has one. */
export function CardGrid({
  children,
  ...heard
}: { readonly children: ReactNode } & Pick<HTMLAttributes<HTMLUListElement>, 'onClick' | 'onPointerOver' | 'onFocus'>) {
  return (
    <ul {...heard} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
      {children}
    </ul>
  );
}

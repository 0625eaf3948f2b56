import type { HTMLAttributes, ReactNode } from 'react';

/**
 * As many columns of cards as fit; a phone has one. Cards out of sight are not drawn: what folds open above them would draw them all again, curves and
 * all. Their height is that of most cards until they were in sight once.
 */
export function CardGrid({
  children,
  ...heard
}: { readonly children: ReactNode } & Pick<HTMLAttributes<HTMLUListElement>, 'onClick' | 'onPointerOver' | 'onFocus'>) {
  return (
    <ul
      {...heard}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 *:[contain-intrinsic-height:auto_20rem] *:[content-visibility:auto]"
    >
      {children}
    </ul>
  );
}

import type { ReactNode } from 'react';

/** As many columns of cards as fit; a phone has one. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">{children}</ul>;
}

'use client';

import { type ReactNode, useId, useState } from 'react';
import { Icon } from './icon.tsx';

/** An explanation on demand, beside a label: on hover, focus or tap; Escape closes. Takes no room until then. */
export function InfoTip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        onMouseEnter={() => setIsOpen(true)}
        onMouseLeave={() => setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
        className="-m-1.5 p-1.5 text-ink-3 hover:text-ink-1"
      >
        <Icon name="info" size={12} />
      </button>
      {isOpen && (
        <span
          id={id}
          role="tooltip"
          className="absolute bottom-full left-0 z-30 mb-1 w-56 -translate-x-1/4 rounded-md border bg-surface-3 px-2.5 py-2 text-left text-xs font-normal whitespace-normal text-ink-1 shadow-xl"
        >
          {children}
        </span>
      )}
    </span>
  );
}

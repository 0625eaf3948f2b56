'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';

const WIDTH = 240;
const MARGIN = 8;

interface Place {
  readonly left: number;
  /** Distance from the window's bottom edge. */
  readonly bottom: number;
}

/** Above the button, inside the window. */
function placeAbove(button: Element): Place {
  const { left, top } = button.getBoundingClientRect();
  const rightmost = Math.max(MARGIN, window.innerWidth - WIDTH - MARGIN);
  return { left: Math.min(Math.max(MARGIN, left - WIDTH / 3), rightmost), bottom: window.innerHeight - top + 4 };
}

/** An explanation on demand, beside a label: on hover, focus or tap; Escape closes. Takes no room until then. */
export function InfoTip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const open = (): void => setPlace(button.current === null ? null : placeAbove(button.current));
  const close = (): void => setPlace(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-describedby={place === null ? undefined : id}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        // A finger finds it too: the place that it answers on reaches upward, where nothing else is.
        className="relative -m-1.5 inline-flex p-1.5 text-ink-3 hover:text-ink-1 max-md:after:absolute max-md:after:-inset-x-2.5 max-md:after:-top-5 max-md:after:bottom-0"
      >
        <Icon name="info" size={12} />
      </button>
      {place !== null &&
        // In the body: panels that scroll would cut it off.
        createPortal(
          <span
            id={id}
            role="tooltip"
            style={{ ...place, width: WIDTH }}
            className="pointer-events-none fixed z-[70] rounded-md border bg-surface-3 px-2.5 py-2 text-left text-xs text-ink-1 shadow-xl"
          >
            {children}
          </span>,
          document.body,
        )}
    </>
  );
}

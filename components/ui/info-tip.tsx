'use client';

import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { isSeenIn, tipPlace } from './tip-place.ts';

export type InfoTipProps = {
  readonly children: ReactNode;
  /** How wide the explanation is; 'portfolio': that of a portfolio's coins (E-031). */
  readonly width?: keyof typeof WIDTHS;
} & (
  | { readonly label: string }
  /** What is explained, where it is its own button: a figure in a table. */
  | { readonly face: ReactNode }
);

const WIDTHS = { text: 'w-60', portfolio: 'w-[228px]' } as const;

/** A finger finds the mark too: the place that it answers on reaches upward, where nothing else is. */
const MARK =
  'relative -m-1.5 inline-flex p-1.5 text-ink-3 hover:text-ink-1 max-md:after:absolute max-md:after:-inset-x-2.5 max-md:after:-top-5 max-md:after:bottom-0';
/** As large as a finger, beyond its own line: what stands above and below it is no control. */
const FACE =
  'inline-flex min-h-11 min-w-11 items-center max-md:-my-2.5 justify-start underline decoration-ink-3 decoration-dotted underline-offset-4 hover:decoration-current md:min-h-8 md:justify-end';

/** An explanation on demand, beside a label or of a figure: on hover, focus or tap; Escape closes. Takes no room until then. */
export function InfoTip({ children, width = 'text', ...of }: InfoTipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => setIsOpen(true);
  const close = (): void => setIsOpen(false);
  // A mouse that lies elsewhere while a finger taps is said to leave: what has the focus stays open.
  const leave = (): void => {
    if (document.activeElement !== button.current) close();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={'label' in of ? of.label : undefined}
        aria-describedby={isOpen ? id : undefined}
        onMouseEnter={open}
        onMouseLeave={leave}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className={'label' in of ? MARK : FACE}
      >
        {'label' in of ? <Icon name="info" size={12} /> : of.face}
      </button>
      {isOpen && (
        <Tip id={id} anchor={button} width={width} onGone={close}>
          {children}
        </Tip>
      )}
    </>
  );
}

function place(tip: HTMLElement | null, anchor: HTMLElement | null): void {
  if (tip === null || anchor === null) return;
  const { width, height } = tip.getBoundingClientRect();
  const view = { width: window.innerWidth, height: window.innerHeight };
  const { left, top } = tipPlace(anchor.getBoundingClientRect(), { width, height }, view);
  Object.assign(tip.style, { left: `${left}px`, top: `${top}px`, visibility: 'visible' });
}

/** Whether the anchor is beyond the window, or beyond that around it which has just been scrolled. */
function isOutOfSight(anchor: HTMLElement, scrolled: EventTarget | null): boolean {
  const box = anchor.getBoundingClientRect();
  const isAround = scrolled instanceof Element && scrolled !== document.documentElement && scrolled.contains(anchor);
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  return !isSeenIn(box, view) || (isAround && !isSeenIn(box, scrolled.getBoundingClientRect()));
}

/** The open tip: in the body, because panels that scroll would cut it off; placed once its size is known. */
function Tip({
  id,
  anchor,
  width,
  onGone,
  children,
}: {
  readonly id: string;
  readonly width: keyof typeof WIDTHS;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onGone: () => void;
  readonly children: ReactNode;
}) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    place(tip.current, anchor.current);
  });
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(() => {
    // Goes along with what it explains: a key that leads there scrolls to it, and the tip was open before. Gone from sight, it is over.
    const follow = ({ target }: Event): void => {
      if (anchor.current === null || isOutOfSight(anchor.current, target)) latest.current();
      else place(tip.current, anchor.current);
    };
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [anchor]);
  return createPortal(
    <span
      ref={tip}
      id={id}
      role="tooltip"
      className={`pointer-events-none invisible fixed top-0 left-0 z-[70] max-w-[calc(100vw-1rem)] rounded-md border bg-surface-3 px-2.5 py-2 text-start text-xs text-ink-1 shadow-xl ${WIDTHS[width]}`}
    >
      {children}
    </span>,
    document.body,
  );
}

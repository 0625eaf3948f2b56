'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import { Anchored } from './anchored.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

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
export const TIP_MARK =
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
        className={'label' in of ? TIP_MARK : FACE}
      >
        {'label' in of ? <Icon name="info" size={12} /> : of.face}
      </button>
      {isOpen && (
        <Anchored
          id={id}
          role="tooltip"
          anchor={button}
          onGone={close}
          className={classNames('pointer-events-none', WIDTHS[width])}
        >
          {children}
        </Anchored>
      )}
    </>
  );
}

'use client';

import * as Radix from '@radix-ui/react-dialog';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useLayer } from './use-layer.ts';
import { loopFocus, useReturnedFocus } from './use-returned-focus.ts';

const FIRST_FIELD = '[data-first-focus]';

/** Large ones have tabs: as a sheet they take the whole height, so that it does not jump from tab to tab. */
const WIDTHS = { sm: 'md:max-w-[420px]', md: 'md:max-w-[640px]', lg: 'max-md:h-[92dvh] md:max-w-[1080px]' } as const;

/** `end`: along the edge where lines end, so that what it is about stays in sight beside it. */
const PLACES = {
  centre: 'md:top-1/2 md:bottom-auto md:mx-auto md:max-h-[88dvh] md:-translate-y-1/2 md:rounded-xl md:border',
  end: 'md:inset-y-0 md:end-0 md:start-auto md:max-h-dvh md:rounded-none md:border-s',
} as const;

/**
 * Radix asks React what is inside a dialog; an element of the page that was moved into it is inside as well. Radix asks
 * late, when what was touched may be gone: so the dialog's element notes what comes through it, and turns Tab round at its ends.
 */
function useEventsInside() {
  const [seen] = useState(() => new WeakSet<Event>());
  const content = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return;
      const note = (event: Event): void => void seen.add(event);
      const turnRound = (event: KeyboardEvent): void => {
        if (event.key === 'Tab' && !event.defaultPrevented && loopFocus(element, event.shiftKey))
          event.preventDefault();
      };
      for (const type of ['pointerdown', 'focusin']) element.addEventListener(type, note, true);
      element.addEventListener('keydown', turnRound);
      return () => {
        for (const type of ['pointerdown', 'focusin']) element.removeEventListener(type, note, true);
        element.removeEventListener('keydown', turnRound);
      };
    },
    [seen],
  );
  return { content, cameThrough: (event: Event): boolean => seen.has(event) };
}

/** Over another dialog, which takes back the focus that a field asked for, the first control would have it: the close button. */
function focusFirstField(event: Event): void {
  const field = event.target instanceof Element ? event.target.querySelector<HTMLElement>(FIRST_FIELD) : null;
  if (field === null) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
}

function Head({ title, header }: { readonly title: ReactNode; readonly header: ReactNode }) {
  const t = useTranslations('common.action');
  return (
    <div className="flex items-start justify-between gap-4 px-4 pt-4 pb-2 md:px-6 md:pt-5">
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
        {header}
      </div>
      <Radix.Close
        aria-label={t('close')}
        className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink-1 md:size-9"
      >
        <Icon name="close" size={18} />
      </Radix.Close>
    </div>
  );
}

/** A dialog; on phones a sheet from below. One that opens over another dims it. Focus is trapped and returned, Escape and the browser's Back close. */
export function Dialog({
  isOpen,
  onClose,
  title,
  header,
  children,
  footer,
  width = 'sm',
  place = 'centre',
  isTall = false,
  focusNext,
  hasOwnStep = false,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly header?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: keyof typeof WIDTHS;
  readonly place?: keyof typeof PLACES;
  /** As high as it may be from the beginning on: what comes into it later moves nothing. */
  readonly isTall?: boolean;
  /** What is focused after it closed, in place of what opened it; null: that. */
  readonly focusNext?: () => HTMLElement | null;
  /** It is a step of the browser's history already, which whoever opened it made. */
  readonly hasOwnStep?: boolean;
}) {
  const returnFocus = useReturnedFocus(isOpen);
  const { content, cameThrough } = useEventsInside();
  const hearEscape = useLayer(isOpen, onClose, hasOwnStep);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={classNames('fixed inset-0 z-50', place === 'end' ? 'bg-black/55 md:bg-black/20' : 'bg-black/55')}
        />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          onEscapeKeyDown={hearEscape}
          onInteractOutside={(event) => {
            // A toast stands over all dialogs and closes none.
            const isToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null;
            if (isToast || cameThrough(event.detail.originalEvent)) event.preventDefault();
          }}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            // Radix looks for a trigger of its own; ours are rows and buttons anywhere.
            event.preventDefault();
            const next = focusNext?.() ?? null;
            if (next === null) returnFocus();
            else next.focus({ preventScroll: true });
          }}
          className={classNames(
            'fixed z-50 flex max-h-[92dvh] w-full flex-col bg-surface-1 shadow-2xl outline-none',
            'inset-x-0 bottom-0 rounded-t-xl',
            PLACES[place],
            WIDTHS[width],
            isTall && 'h-[92dvh] md:h-[88dvh]',
          )}
        >
          <Head title={title} header={header} />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 md:px-6">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3 md:px-6">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

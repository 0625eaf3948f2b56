'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Held } from '#lib/client/held.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Notice, NoticeButton } from './notice.tsx';

/** Keeps the focus by fields that are held: the browser takes it off what is disabled, and of a button that goes. Let go, they have it back. */
function useHeldFocus(isHeld: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLElement | null>(null);
  const wasHeld = useRef(isHeld);
  useLayoutEffect(() => {
    const holder = place.current;
    const at = document.activeElement;
    if (wasHeld.current === isHeld || holder === null) return;
    wasHeld.current = isHeld;
    if (isHeld && at instanceof HTMLElement && at.matches(':disabled') && holder.contains(at)) {
      left.current = at;
      holder.focus({ preventScroll: true });
    } else if (!isHeld && (at === document.body || at === holder)) {
      (left.current ?? holder).focus({ preventScroll: true });
      left.current = null;
    }
  }, [isHeld]);
  return place;
}

/** What is typed and chosen in the fields of a place, whoever put it there: a hand, a button beside the field. A slider shows what a field says, as a part of what there is: it moves with the balance. */
function typedIn(place: HTMLElement): string {
  const fields = place.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input:not([type="range"]), select, textarea',
  );
  return JSON.stringify(
    [...fields].map((field) => [field.value, field instanceof HTMLInputElement && field.checked] as const),
  );
}

/** Tells when something else is typed in the fields of a place than when it was drawn last. */
function useTypedAnew(place: RefObject<HTMLElement | null>, onTyped: (() => void) | undefined): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const now = typedIn(place.current);
    if (before.current !== null && before.current !== now) onTyped?.();
    before.current = now;
  });
}

/** That nobody knows what became of what was sent, with the way out for who has looked for himself. */
export function UnansweredNotice({ held: { isBusy, isUnanswered, giveUp } }: { readonly held: Held }) {
  const t = useTranslations('common.held');
  if (!isUnanswered) return null;
  return (
    <Notice tone="warn">
      {t('unanswered')}
      <NoticeButton isBusy={isBusy} onPress={giveUp}>
        {t('looked')}
      </NoticeButton>
    </Notice>
  );
}

/**
 * The fields of what is sent under a key: as they went out until it is answered. While nobody knows what became of it that is said, and only
 * the button (`SendButton`) asks for it, or its trader says that he has looked.
 */
export function HeldFields({ held, children }: { readonly held: Held; readonly children: ReactNode }) {
  const isHeld = held.isBusy || held.isUnanswered;
  const place = useHeldFocus(isHeld);
  useTypedAnew(place, held.onTyped);
  return (
    <div ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
      <UnansweredNotice held={held} />
      <fieldset disabled={isHeld} className="flex min-w-0 flex-col gap-4">
        {children}
      </fieldset>
    </div>
  );
}

/** Sends it; while nobody knows what became of it, asks for that. */
export function SendButton({
  held: { isBusy, isUnanswered },
  disabled = false,
  children,
  ...rest
}: Omit<ButtonProps, 'isBusy'> & { readonly held: Held }) {
  const t = useTranslations('common.held');
  return (
    <Button tone="primary" {...rest} isBusy={isBusy} disabled={!isUnanswered && disabled}>
      {isUnanswered ? t('askAgain') : children}
    </Button>
  );
}

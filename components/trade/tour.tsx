'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useReturnedFocus } from '#components/ui/use-returned-focus.ts';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { goToStep, leaveTour, type Tour as RunningTour, TOUR_STEPS, tourAtom } from '#lib/client/tour.ts';
import { tourPlace } from './tour-place.ts';
import { type TourAnchor, useTourAnchor } from './use-tour-anchor.ts';

/** The steps around the trade page: nothing is locked meanwhile, so that what a step tells can be tried at once. */
export function Tour() {
  const tour = useAtomValue(tourAtom);
  if (tour === null) return null;
  return (
    <WithTexts namespaces={['start']} fallback={null}>
      <TourOn tour={tour} />
    </WithTexts>
  );
}

function TourOn({ tour }: { readonly tour: RunningTour }) {
  const anchor = useTourAnchor(tour.step);
  const { box, sheet, isWaiting } = anchor;
  const returnFocus = useReturnedFocus(tour.isAsked);
  const leave = (isDone: boolean): void => {
    const hadFocus = document.activeElement?.closest('[data-tour-step]') != null;
    leaveTour(isDone);
    // When the card is gone. What began by itself was opened by no control: its focus goes to what it was about.
    if (hadFocus) requestAnimationFrame(tour.isAsked ? returnFocus : focusPanel);
  };
  if (isWaiting) return null;
  return createPortal(
    <>
      {box !== null && (
        <div
          aria-hidden
          data-tour-mark
          className="pointer-events-none fixed z-40 rounded-md outline-2 outline-offset-2 outline-accent"
          style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
        />
      )}
      <TourCard tour={tour} anchor={anchor} onLeave={leave} />
    </>,
    sheet ?? document.body,
  );
}

function focusPanel(): void {
  const places = ['[data-tour="panel"] [role="group"]', '[data-tour="bar"] button'];
  for (const place of places) document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/** Escape leaves the tour while it has the focus, or no dialog is open that Escape would close; before a sheet around it hears of it. */
function useEscape(card: RefObject<HTMLElement | null>, isInSheet: boolean, leave: () => void): void {
  const newest = useRef(leave);
  useEffect(() => {
    newest.current = leave;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isInside = card.current?.contains(document.activeElement) === true;
      // A menu that is open closes first.
      if (!isInside && (isInSheet || document.querySelector('[role="menu"], [role="listbox"]') !== null)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      newest.current();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [card, isInSheet]);
}

function TourCard({
  tour: { step, isAsked },
  anchor,
  onLeave,
}: {
  readonly tour: RunningTour;
  readonly anchor: TourAnchor;
  readonly onLeave: (isDone: boolean) => void;
}) {
  const t = useTranslations('start.tour');
  const common = useTranslations('common.action');
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const { box, sheet, isStandIn } = anchor;
  const at = TOUR_STEPS.indexOf(step);
  const [before, next] = [TOUR_STEPS[at - 1], TOUR_STEPS[at + 1]];
  useEscape(card, sheet !== null, () => onLeave(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is measured anew with its words
  useLayoutEffect(() => {
    const size = card.current?.getBoundingClientRect();
    if (size === undefined) return;
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    setPlace(tourPlace(box, size, { width, height }));
  }, [box, step, isStandIn]);
  useEffect(() => {
    if (isAsked) card.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <section
      ref={card}
      aria-labelledby={id}
      tabIndex={-1}
      data-tour-step={step}
      className="fixed z-40 flex w-[min(320px,calc(100vw-16px))] flex-col gap-2 rounded-lg border border-accent bg-surface-1 p-3 text-sm shadow-2xl"
      style={place}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {t(`step.${step}.title`)}
        </h2>
        <button
          type="button"
          aria-label={t('leave')}
          onClick={() => onLeave(false)}
          className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink-1 md:size-9"
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      <div aria-live="polite" className="flex flex-col gap-1 text-xs text-ink-2">
        <p>{t(`step.${step}.text`)}</p>
        {isStandIn && <p className="text-ink-3">{t(`step.${step}.away`)}</p>}
      </div>
      <div className="flex items-center gap-2">
        <span className="flex-1 text-2xs text-ink-3">{t('count', { step: at + 1, steps: TOUR_STEPS.length })}</span>
        {before !== undefined && (
          <Button size="sm" tone="ghost" onClick={() => goToStep(before)}>
            {common('back')}
          </Button>
        )}
        <Button size="sm" tone="primary" onClick={() => (next === undefined ? onLeave(true) : goToStep(next))}>
          {next === undefined ? t('done') : common('next')}
        </Button>
      </div>
    </section>
  );
}

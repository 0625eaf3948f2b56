'use client';

import { useSetAtom } from 'jotai';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cameWithSheet, sheetOpenAtom } from '#components/addresses/phone-sheet.ts';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { botsShownAtom } from '#lib/client/bots-view.ts';
import { ShownContext } from '#lib/client/shown.ts';
import { toldPart } from '#lib/client/told-part.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { PART_TEXTS } from './part-texts.ts';
import { StrategyPanel } from './strategy-panel.tsx';
import type { Panel } from './use-panel.ts';
import { useWasShown } from './use-was-shown.ts';
import { useWhenever } from './use-whenever.ts';

// A screen that has the panel beside the chart needs no sheet.
const sheetPart = toldPart('panel-sheet', () => import('#components/ui/dialog.tsx').then((part) => part.Dialog));

type PanelSlot = RefObject<HTMLElement | null>;

/** Puts an element elsewhere without taking the focus from what has it in there. */
function moveTo(place: HTMLElement, element: HTMLElement): void {
  const active = document.activeElement;
  place.append(element);
  if (active instanceof HTMLElement && element.contains(active)) active.focus({ preventScroll: true });
}

/** Holds an element that belongs elsewhere, for as long as it is there itself. */
function Borrowed({ element, home }: { readonly element: PanelSlot; readonly home: PanelSlot }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const moved = element.current;
    const back = home.current;
    if (moved === null || back === null || place.current === null) return;
    moveTo(place.current, moved);
    return () => moveTo(back, moved);
  }, [element, home]);
  return <div ref={place} />;
}

/** Whoever turns to something else while a part is awaited (offline, a slow network) does not want it any more: it would come over what he does now. */
function useTakenBack(isAwaited: boolean, place: RefObject<HTMLElement | null>, takeBack: () => void): void {
  const heard = useRef(takeBack);
  useEffect(() => {
    heard.current = takeBack;
  });
  useEffect(() => {
    if (!isAwaited) return;
    const hear = (event: Event): void => {
      const isElsewhere = !(event.target instanceof Node && place.current?.contains(event.target) === true);
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : isElsewhere) heard.current();
    };
    const types = ['pointerdown', 'keydown'];
    for (const type of types) document.addEventListener(type, hear, true);
    return () => {
      for (const type of types) document.removeEventListener(type, hear, true);
    };
  }, [isAwaited, place]);
}

/** A phone's bar at the bottom and the sheet behind it, which is loaded when somebody is near the bar. */
function PanelSheet({
  isOpen,
  onOpen,
  onClose,
  bar,
  children,
}: {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  const t = useTranslations('trade.panel');
  const Sheet = sheetPart.usePart(isOpen);
  useTakenBack(isOpen && Sheet === undefined, bar, onClose);
  return (
    <>
      <div
        ref={bar}
        data-tour="bar"
        className="fixed inset-x-0 bottom-0 z-20 border-t bg-surface-1 px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] md:hidden"
      >
        <Button
          tone="primary"
          size="lg"
          isWide
          isBusy={isOpen && Sheet === undefined}
          onPointerEnter={sheetPart.bring}
          onFocus={sheetPart.bring}
          onClick={onOpen}
        >
          {t('create')}
        </Button>
      </div>
      {Sheet !== undefined && (
        // As high for every tab of the picker: from below it would take the tabs away from under the finger.
        <Sheet isOpen={isOpen} onClose={onClose} title={t('title')} width="lg">
          {children}
        </Sheet>
      )}
    </>
  );
}

/** Whether the phone's sheet is open. Who came to the page out of it goes on in it. */
function useSheet(isPhone: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const hasCome = useRef(false);
  const tell = useSetAtom(sheetOpenAtom);
  useEffect(() => {
    if (cameWithSheet()) hasCome.current = true;
    if (!isPhone || !hasCome.current) return;
    hasCome.current = false;
    setIsOpen(true);
  }, [isPhone]);
  // Turned back, the sheet would open over a dialog that was opened meanwhile.
  if (!isPhone && isOpen) setIsOpen(false);
  useEffect(() => {
    tell(isOpen);
    return () => tell(false);
  }, [tell, isOpen]);
  return [isOpen, setIsOpen] as const;
}

/**
 * The panel beside the chart; on a phone in a sheet behind the bar at the bottom. It is one panel, whose element moves: a
 * creation under way, what a dialog holds and a typed password stay when the phone is turned or the sheet is closed.
 */
export function PanelPlace({
  panel,
  spec,
  isPhone,
}: {
  readonly panel: Panel;
  readonly spec: MarketSpec;
  readonly isPhone: boolean;
}) {
  const t = useTranslations('trade.panel');
  const home = useRef<HTMLElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useSheet(isPhone);
  // What is to be looked at next stands behind the sheet.
  useWhenever(botsShownAtom, () => setIsOpen(false));
  const isShown = !isPhone || isOpen;
  const wasShown = useWasShown(isShown);
  const placed: Panel = {
    ...panel,
    // After a creation and on "back" from the picker's level the sheet has done its work.
    back: () => {
      panel.back();
      if (panel.state.mode === 'create') setIsOpen(false);
    },
  };
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What had the focus beside the chart is behind the bar now.
    if (isPhone && !isOpen && element.current?.contains(document.activeElement) === true)
      bar.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isPhone, isOpen]);
  return (
    <>
      <aside
        ref={home}
        aria-label={t('title')}
        className="panel min-w-0 px-3 pt-2 max-md:hidden md:sticky md:top-13 md:col-start-2 md:row-span-4 md:row-start-1 md:max-h-[calc(100dvh-56px)] md:self-start md:overflow-y-auto md:overscroll-contain xl:col-start-3"
      >
        <div ref={element} data-tour="panel">
          {wasShown && (
            <ShownContext value={isShown}>
              <WithTexts namespaces={PART_TEXTS} fallback={<Skeleton className="h-96 w-full" />}>
                <StrategyPanel panel={placed} spec={spec} />
              </WithTexts>
            </ShownContext>
          )}
        </div>
      </aside>
      {isPhone && (
        <PanelSheet isOpen={isOpen} onOpen={() => setIsOpen(true)} onClose={() => setIsOpen(false)} bar={bar}>
          <Borrowed element={element} home={home} />
        </PanelSheet>
      )}
    </>
  );
}

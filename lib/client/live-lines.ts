'use client';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type LineClock, LiveLine } from './live-line.ts';
import { useIsShown } from './shown.ts';

/** The lines of this tab (live-line.ts), and what is to be said about them. */

export const browserClock: LineClock = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** How often what is said is looked at. */
const LOOK_MS = 1_000;
/** Calls of nobody any more are forgotten beyond that. */
const MOST_LINES = 300;

const lines = new Map<string, LiveLine>();
const listeners = new Set<() => void>();
let looking: ReturnType<typeof setInterval> | undefined;

export function lineOf(key: string): LiveLine {
  const known = lines.get(key);
  if (known !== undefined) return known;
  if (lines.size >= MOST_LINES) for (const [old, line] of lines) if (!line.isWatched) lines.delete(old);
  const made = new LiveLine(browserClock);
  lines.set(key, made);
  return made;
}

const isHidden = (): boolean => document.visibilityState === 'hidden';
/** Only its "no" can be trusted: a computer may be on a network that leads nowhere. */
const isOffline = (): boolean => navigator.onLine === false;

function tell(): void {
  for (const listener of listeners) listener();
}

function hurry(): void {
  if (isHidden()) return;
  for (const line of lines.values()) {
    line.woke();
    if (line.isWatched) line.hurry();
  }
  tell();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    looking = setInterval(tell, LOOK_MS);
    window.addEventListener('online', hurry);
    window.addEventListener('offline', tell);
    document.addEventListener('visibilitychange', hurry);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(looking);
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', tell);
    document.removeEventListener('visibilitychange', hurry);
  };
}

/** Every call that is shown now, by its key. */
export function* watchedLines(): Iterable<readonly [string, LiveLine]> {
  for (const entry of lines) if (entry[1].isWatched) yield entry;
}

const shownListeners = new Set<() => void>();

/** Tells when other calls are shown than before. The result ends it. */
export function onShownLines(listener: () => void): () => void {
  shownListeners.add(listener);
  return () => shownListeners.delete(listener);
}

function tellShown(): void {
  for (const listener of shownListeners) listener();
}

/**
 * Asks again as the line says, for as long as a component shows the call. A hidden tab, and a part that is not looked at, ask nothing.
 * `asksAtFocus`: it is asked whenever the window is looked at again; what was hidden then asks when it is shown. `isSilent`: that it fails is not told.
 */
export function useLine(
  key: string | null,
  intervalMs: number,
  asksAtFocus: boolean,
  ask: () => unknown,
  isSilent = false,
): void {
  const isShown = useIsShown();
  const wasHidden = useRef(false);
  const missedFocus = useRef(false);
  useEffect(() => {
    if (isShown || !asksAtFocus) return;
    const miss = (): void => {
      missedFocus.current = true;
    };
    window.addEventListener('focus', miss);
    return () => window.removeEventListener('focus', miss);
  }, [isShown, asksAtFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking is the same whoever does it
  useEffect(() => {
    if (!isShown) wasHidden.current = true;
    if (key === null || !isShown) return;
    const line = lineOf(key);
    const look = (): void => {
      if (!isHidden()) void ask();
    };
    const end = line.watch(intervalMs, look, isSilent);
    // Looked at again: what it shows is as old as it was hidden for.
    if (wasHidden.current) line.hurry(missedFocus.current);
    wasHidden.current = false;
    missedFocus.current = false;
    tellShown();
    return () => {
      end();
      tellShown();
    };
  }, [key, intervalMs, isShown]);
}

/** SWR does not ask twice within two seconds, by a timer that is late on a busy page: an answer of this age may be all that there will be. */
const ASKED_JUST_NOW_MS = 3_000;

/**
 * Whether what is known of a call was answered since somebody came to look at it. Before that it may be as old as the page: nothing begins with it that stays as it
 * began (a form). `isAsking`: of its question, which draws the component anew when it is answered.
 */
export function useIsHeardAnew(key: string, isAsking: boolean): boolean {
  const [sinceMs] = useState(() => browserClock.nowMs() - ASKED_JUST_NOW_MS);
  const [isHeard, setIsHeard] = useState(false);
  const isNow = isHeard || (!isAsking && lineOf(key).answeredSince(sinceMs));
  if (isNow !== isHeard) setIsHeard(isNow);
  return isNow;
}

export interface Staleness {
  /** offline: the browser says so; late: answers are missing; lost: a part of the page does not come (a newer build has others), loading it anew may help. */
  readonly kind: 'offline' | 'late' | 'lost';
  /** Whole seconds since the last good answer; null when there was none yet. */
  readonly ageS: number | null;
}

/** What is to be said, as a text that changes only when it does: "", or kind and age. */
function saidOf(watched: readonly LiveLine[]): string {
  const offline = isOffline();
  const stale = offline ? watched : watched.filter((line) => line.isStale());
  if (stale.length === 0) return '';
  const ages = stale.map((line) => (line.isPolled ? line.ageMs() : null)).filter((age) => age !== null);
  const age = ages.length === 0 ? '' : String(Math.floor(Math.max(...ages) / 1_000));
  return `${offline ? 'offline' : 'late'} ${age}`;
}

function parseSaid(said: string): Staleness | null {
  const [kind, age] = said.split(' ');
  if (kind !== 'offline' && kind !== 'late' && kind !== 'lost') return null;
  return { kind, ageS: age === '' ? null : Number(age) };
}

/** Keys of parts of the page begin with this (late-part.ts). */
const PART_PREFIX = 'part ';

/** The line of a part (late-part.ts). */
export function partKey(name: string): string {
  return `${PART_PREFIX}${name}`;
}

/** Tries after which a part counts as lost: half a minute. */
const LOST_AFTER = 5;

/** What is to be said of everything that the page shows. How old figures are is said before what is missing beside them. */
function saidOfAll(): string {
  const watched = [...lines].filter(([, line]) => line.isWatched && (!line.isSilent || isOffline()));
  const isLost = watched.some(([key, line]) => key.startsWith(PART_PREFIX) && line.failures >= LOST_AFTER);
  if (!isLost || isOffline()) return saidOf(watched.map(([, line]) => line));
  return saidOf(watched.filter(([key]) => !key.startsWith(PART_PREFIX)).map(([, line]) => line)) || 'lost ';
}

/** Whether anything that this page shows live is old, and how old the oldest of it is. */
export function useStaleness(): Staleness | null {
  const said = useSyncExternalStore(listen, saidOfAll, () => '');
  return useMemo(() => parseSaid(said), [said]);
}

/** The same of one call; null while it is fresh or not asked. */
export function useStalenessOf(key: string | null): Staleness | null {
  const said = useSyncExternalStore(
    listen,
    () => (key === null ? '' : saidOf(lines.has(key) ? [lineOf(key)] : [])),
    () => '',
  );
  return useMemo(() => parseSaid(said), [said]);
}

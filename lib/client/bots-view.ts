'use client';

import { atom, getDefaultStore } from 'jotai';
import { useSyncExternalStore } from 'react';
import type { ListedType } from '../kinds/listed.ts';
import { readStored, writeStored } from './browser-storage.ts';

/** The lists that some type has (E-149, E-024); which a type has is known to components/my-bots/lists.tsx. */
export const LIST_MODES = ['running', 'active', 'inactive', 'history', 'income', 'backtests'] as const;
export type ListMode = (typeof LIST_MODES)[number];

/** What the bots section shows; other screens (create, terminate) steer it. */
export interface BotsView {
  /** The list that was chosen; of a type that has none such its first one is shown (E-025, E-150). */
  readonly tab: ListMode;
  /** Type whose bots, plans or orders are listed; null = the first of the page. */
  readonly kind: ListedType | null;
  /** How the list is sorted, as the call takes it (`name_asc`, `name_desc`); '' = the newest first. */
  readonly sort: string;
  /** Grows when somebody wants the lists fetched anew. */
  readonly refreshToken: number;
  /** Until this time (ms) lists refresh every 2 s instead of every 10 s; null = slow. */
  readonly fastUntilMs: number | null;
}

/** H30: fast mode ends by itself after 60 s. */
export const FAST_MODE_MS = 60_000;

/** Before anything was remembered or chosen: the view that the server draws. */
const FIRST_VIEW: BotsView = { tab: 'running', kind: null, sort: '', refreshToken: 0, fastUntilMs: null };

export const botsViewAtom = atom<BotsView>(FIRST_VIEW);

/**
 * The view, for a section that the server has drawn. What was remembered may be taken up before the section comes
 * alive (React comes to the parts of a page in pieces): it comes alive as it was drawn, and is drawn anew at once.
 */
export function useBotsView(): BotsView {
  const store = getDefaultStore();
  return useSyncExternalStore(
    (onChange) => store.sub(botsViewAtom, onChange),
    () => store.get(botsViewAtom),
    () => FIRST_VIEW,
  );
}

/** Grows when another screen has put a list in place and wants it in sight. */
export const botsShownAtom = atom(0);

function update(change: (view: BotsView) => BotsView): void {
  getDefaultStore().set(botsViewAtom, change);
}

/** After an action that starts a transition (create, terminate): refresh now and look often for a while (H30). */
export function watchBotsClosely(nowMs: number): void {
  update((view) => ({ ...view, refreshToken: view.refreshToken + 1, fastUntilMs: nowMs + FAST_MODE_MS }));
}

/** Every row has settled: back to the slow pace. */
export function watchBotsCalmly(): void {
  update((view) => (view.fastUntilMs === null ? view : { ...view, fastUntilMs: null }));
}

/** The form of a kind is open: its bots are listed beside it. */
export function listBotsOf(kind: ListedType): void {
  update((view) => (view.kind === kind ? view : { ...view, kind }));
}

const VIEW_KEY = 'bots_view';

/** What of the view is remembered for the browser session (E-029); kinds are read back by whoever knows them. */
interface RememberedView {
  readonly tab?: unknown;
  readonly kind?: unknown;
  readonly sort?: unknown;
}

function isListMode(text: unknown): text is ListMode {
  return LIST_MODES.some((mode) => mode === text);
}

/** Takes up what was listed before in this browser session. Fields that are not understood stay as they are. */
export function restoreBotsView(isKind: (text: string) => text is ListedType): void {
  let stored: RememberedView = {};
  try {
    stored = (JSON.parse(readStored('session', VIEW_KEY) ?? '{}') ?? {}) as RememberedView;
  } catch {
    // Not ours, or of another version: as if nothing was remembered.
  }
  const { tab, kind, sort } = stored;
  update((view) => ({
    ...view,
    ...(isListMode(tab) ? { tab } : {}),
    ...(view.kind === null && typeof kind === 'string' && isKind(kind) ? { kind } : {}),
    ...(typeof sort === 'string' && /^[a-z_]{0,40}$/.test(sort) ? { sort } : {}),
  }));
}

/** Remembers what is listed, for this browser session. */
export function rememberBotsView({ tab, kind, sort }: Pick<BotsView, 'tab' | 'kind' | 'sort'>): void {
  writeStored('session', VIEW_KEY, JSON.stringify({ tab, kind, sort }));
}

/** Shows a list and brings it into sight; with a kind, that kind's. */
export function showBotsTab(tab: ListMode, kind?: ListedType): void {
  update((view) => ({ ...view, tab, kind: kind ?? view.kind, refreshToken: view.refreshToken + 1 }));
  getDefaultStore().set(botsShownAtom, (times) => times + 1);
}

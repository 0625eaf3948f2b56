'use client';

import { atom, getDefaultStore } from 'jotai';
import type { RunnableKind } from '../engine/registry.ts';

/** What the bots section shows; other screens (create, terminate) steer it. */
export interface BotsView {
  readonly tab: 'running' | 'history' | 'backtests';
  /** Kind whose bots are listed; null = the first of the page. */
  readonly kind: RunnableKind | null;
  /** Grows when somebody wants the lists fetched anew. */
  readonly refreshToken: number;
  /** Until this time (ms) lists refresh every 2 s instead of every 10 s; null = slow. */
  readonly fastUntilMs: number | null;
}

/** H30: fast mode ends by itself after 60 s. */
export const FAST_MODE_MS = 60_000;

export const botsViewAtom = atom<BotsView>({ tab: 'running', kind: null, refreshToken: 0, fastUntilMs: null });

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

/** Shows a list and brings it into sight; with a kind, that kind's. */
export function showBotsTab(tab: BotsView['tab'], kind?: RunnableKind): void {
  update((view) => ({ ...view, tab, kind: kind ?? view.kind, refreshToken: view.refreshToken + 1 }));
  getDefaultStore().set(botsShownAtom, (times) => times + 1);
}

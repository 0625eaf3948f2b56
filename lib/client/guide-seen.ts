'use client';

import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { StrategyType } from '../contract/vocabulary.ts';
import { type GuidedKind, guideFlags } from '../kinds/guides.ts';
import { DAY_SECONDS } from '../time/durations.ts';
import { readStored, writeStored } from './browser-storage.ts';

/** What of guides and tips was seen in this browser: flags in its storage, dismissed tips in cookies (X39). */

/** Counted up with every flag: who shows one asks again. */
const changesAtom = atom(0);

function flag(name: string): void {
  writeStored('local', name, '1');
  getDefaultStore().set(changesAtom, (before) => before + 1);
}

/** C-045, E-106. */
export function useGuideSeen(kind: GuidedKind): boolean {
  useAtomValue(changesAtom, { store: getDefaultStore() });
  const { opened, ended } = guideFlags(kind);
  return [opened, ended].every((name) => name === null || readStored('local', name) !== null);
}

/** A guide was opened, or its last page was reached. */
export function noteGuide(kind: GuidedKind, isLastPage: boolean): void {
  const { opened, ended } = guideFlags(kind);
  flag(opened);
  if (isLastPage && ended !== null) flag(ended);
}

/** E-098: the tip on the bot tab is told once. */
const TIP_FLAG = 'guide_tip';

export function isGuideTipNew(): boolean {
  return readStored('local', TIP_FLAG) === null;
}

export function noteGuideTip(): void {
  writeStored('local', TIP_FLAG, '1');
}

/** C-046, C-429, E-107, E-336. */
export const TIP_DAYS = 365;

const tipCookie = (kind: StrategyType): string => `tip_${kind}`;

export function isTipDismissed(kind: StrategyType): boolean {
  return document.cookie.split('; ').includes(`${tipCookie(kind)}=1`);
}

export function dismissTip(kind: StrategyType): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${tipCookie(kind)}=1; path=/; max-age=${TIP_DAYS * DAY_SECONDS}; samesite=lax`;
}

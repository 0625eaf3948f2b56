'use client';

import { atom, getDefaultStore } from 'jotai';
import type { ConditionMark } from '#lib/client/condition-marks.ts';
import type { ChartLine } from '#lib/strategies/definition.ts';

/** Lines of the form that is being filled; the chart draws them. Empty when no form is open. */
export const formLinesAtom = atom<readonly ChartLine[]>([]);

function areSameLines(before: readonly ChartLine[], next: readonly ChartLine[]): boolean {
  return (
    before.length === next.length &&
    next.every(({ id, ticks, role, label }, index) => {
      const one = before[index];
      return one !== undefined && one.id === id && one.ticks === ticks && one.role === role && one.label === label;
    })
  );
}

let pending: readonly ChartLine[] | null = null;

/** Hands lines to the chart at the next frame: however fast somebody types, they are drawn once per frame. */
export function showFormLines(lines: readonly ChartLine[]): void {
  const isScheduled = pending !== null;
  pending = lines;
  if (isScheduled) return;
  requestAnimationFrame(() => {
    const store = getDefaultStore();
    // Lines that a keystroke did not move are not drawn again: the chart would be painted whole for them.
    if (pending !== null && !areSameLines(store.get(formLinesAtom), pending)) store.set(formLinesAtom, pending);
    pending = null;
  });
}

/** Where the conditions that are being edited would have held; the chart marks them. Empty when no editor is open. */
export const conditionMarksAtom = atom<readonly ConditionMark[]>([]);

export function showConditionMarks(marks: readonly ConditionMark[]): void {
  getDefaultStore().set(conditionMarksAtom, marks);
}

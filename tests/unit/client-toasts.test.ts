import { getDefaultStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import { type Toast, toast, toastsAtom } from '#lib/client/toasts.ts';

const seen = (): readonly string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);

beforeEach(() => getDefaultStore().set(toastsAtom, []));

function say(...said: readonly (readonly [Toast['tone'], string])[]): void {
  for (const [tone, text] of said) toast(tone, text);
}

it('three toasts are seen, the newest of each text: the oldest makes room', () => {
  say(['warning', 'a'], ['error', 'b'], ['warning', 'a'], ['success', 'c'], ['success', 'd']);
  expect(seen()).toEqual(['a', 'c', 'd']);
});

it('what nobody has asked for makes room first: no fill takes a refusal away', () => {
  say(['warning', 'refused'], ['note', 'fill 1'], ['note', 'fill 2'], ['note', 'fill 3']);
  expect(seen()).toEqual(['refused', 'fill 2', 'fill 3']);
  say(['error', 'failed'], ['success', 'done'], ['note', 'fill 4']);
  expect(seen()).toEqual(['refused', 'failed', 'done']);
});

import { covering } from '#tests/support/covering.ts';
import { test } from './test.ts';

type Declare = (title: string, story: Parameters<typeof test>[2]) => void;

/**
 * For stories that are told once a language: asked once a story, it gives `test`, or what declares nothing. An ordinary
 * run tells each story in one language, in turn; the nightly run in all. (`test` itself is called by the spec, whose line
 * reports then name.)
 */
export function toldIn<T>(all: readonly T[], chosen: T, firstTurn = 0): () => Declare {
  let turn = firstTurn - 1;
  return () => {
    turn += 1;
    return covering(all, turn, 1).includes(chosen) ? test : () => {};
  };
}

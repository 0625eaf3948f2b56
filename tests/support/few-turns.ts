import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** More than any chain of timers that wait for nothing is long. */
const TURNS = 8;

/** Lets go on what is under way and waits for no time to pass: parts that load, answers of a network that is none, steps of the history, frames. */
export async function fewTurns(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < TURNS; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

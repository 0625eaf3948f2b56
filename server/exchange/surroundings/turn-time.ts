import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What this thread has worked since it began, ms; waiting, and what others run meanwhile, is not in it. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface Turn {
  ms(): number;
  isOver(): boolean;
}

/** What the thread does from now on until it turns to somebody else: everything that follows without waiting for a disk, a timer or another thread. */
function turnFromNow(): Turn {
  const began = threadMs();
  let endedMs: number | null = null;
  // A tick that is asked for in a microtask comes after the last of them: the turn is over.
  queueMicrotask(() => {
    process.nextTick(() => {
      endedMs = threadMs();
    });
  });
  return { ms: () => (endedMs ?? threadMs()) - began, isOver: () => endedMs !== null };
}

/** What is done for somebody who asked, turn by turn. */
interface Asking {
  doneMs: number;
  turn: Turn;
}

const current = new AsyncLocalStorage<Asking>();

/**
 * Works for somebody. `ms`: what the thread has done for him so far, in this turn and in every one that was gone on in (`goingOn`); what
 * comes after another wait is not told apart from others' work and is not counted.
 */
export function countingTurns<T>(work: (ms: () => number) => T): T {
  const asking: Asking = { doneMs: 0, turn: turnFromNow() };
  return current.run(asking, () => work(() => asking.doneMs + asking.turn.ms()));
}

/** Said right after a wait: what follows is work for who asked again. Of a turn that counts already nothing is counted twice. */
export function goingOn(): void {
  const asking = current.getStore();
  if (asking === undefined || !asking.turn.isOver()) return;
  asking.doneMs += asking.turn.ms();
  asking.turn = turnFromNow();
}

/** Something was begun elsewhere for who asked, that takes so much of a core there, ms. */
export function alsoWorked(ms: number): void {
  const asking = current.getStore();
  if (asking !== undefined) asking.doneMs += ms;
}

/** Lets others have the thread in the middle of long work, and goes on. */
export async function giveWay(): Promise<void> {
  await nextTurn();
  goingOn();
}

/** A wait for somebody else's answer, after which the work goes on. */
export async function waitFor<T>(answer: Promise<T>): Promise<T> {
  const told = await answer;
  goingOn();
  return told;
}

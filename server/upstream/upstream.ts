import { setTimeout as delay } from 'node:timers/promises';
import type { KeptKeys } from '../tls/key-files.ts';
import { ActiveAddress } from './active-address.ts';
import { type Attempt, MOST_CONNECTING_MS, OneAddress } from './one-address.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './upstream-call.ts';

/**
 * The way to the exchange: the paper one or a real one, by addresses alone. Every call has a deadline, and no answer is an answer of its
 * own kind: it never means "failed".
 */

/** One that is killed still takes connections for a moment: where another one may answer, what they lost is brought once more after it. */
const MOST_REPEATS = 3;
const REPEAT_AFTER_MS = 200;

export interface UpstreamOptions {
  /** Where the exchange is to be found: one of them answers, the others stand by. Without a trailing slash; may have a path. */
  readonly urls: readonly string[];
  readonly deadlineMs: number;
  /** With which it is known there, and by which it is known; null: by nothing (plain HTTP), or by the authorities of this machine. */
  readonly keys?: KeptKeys | null;
  /** Told when another address answers from now on. */
  readonly moved?: (to: string) => void;
}

export function createUpstream({ urls, deadlineMs, keys = null, moved }: UpstreamOptions): Upstream {
  // Where another one may answer, nobody waits long for one that cannot be reached.
  const connectMs = Math.min(deadlineMs, urls.length > 1 ? MOST_CONNECTING_MS / 3 : MOST_CONNECTING_MS);
  const [first, ...others] = urls.map((url) => new OneAddress({ url, connectMs, keys }));
  if (first === undefined) throw new Error('an exchange without an address');
  const active = new ActiveAddress([first, ...others], { deadlineMs, ...(moved === undefined ? {} : { moved }) });
  const mostRepeats = urls.length > 1 ? MOST_REPEATS : 1;
  return {
    async call(call) {
      const first = await active.ask(call);
      // Nobody has taken it, wherever it was brought: there is nothing to ask after.
      if (first.kind === 'untaken') return wordOf(first);
      if (call.flowUntil !== undefined || !call.mayRepeat || !leavesOpen(first, call)) return first;
      for (let again = 1; ; again += 1) {
        const next = await active.ask(call);
        if (next.kind === 'answered') return { ...next, isRepeat: true };
        if (again >= mostRepeats || next.kind === 'untaken' || next.reason !== 'connection') return wordOf(next);
        await delay(REPEAT_AFTER_MS);
      }
    },
    async close() {
      active.close();
      await Promise.all([first, ...others].map((address) => address.close()));
    },
  };
}

function wordOf(attempt: Attempt): UpstreamAnswer {
  return attempt.kind === 'untaken' ? { kind: 'unknown', reason: 'connection' } : attempt;
}

/** Whether asking again can tell more: there was no answer, or a write ended in a server error that says nothing. */
function leavesOpen(answer: UpstreamAnswer, call: UpstreamCall): boolean {
  if (answer.kind === 'answered') return answer.status >= 500 && call.method !== 'GET';
  // A slow read is slow again; a read whose kept-alive connection was closed under it is not.
  return call.method === 'GET' ? answer.reason === 'connection' : answer.reason !== 'too-long';
}

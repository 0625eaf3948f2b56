import type { EndpointName } from '#lib/contract/endpoints.ts';

/**
 * The BFF's log. An event has these fields and no others: no bodies, no queries, no headers, so that no password,
 * fund password or token can get in. Text from browsers is scrubbed on top.
 */
export interface LogEvent {
  readonly event:
    | 'upstream-unknown'
    | 'upstream-invalid'
    | 'upstream-error'
    | 'upstream-rows-dropped'
    | 'client-error'
    | 'session-forged'
    | 'bug';
  readonly call?: EndpointName;
  readonly status?: number;
  readonly reason?: string;
  /** Where in the reply the contract was broken (paths only, no values). */
  readonly where?: string;
  /** Rows of a list that could not be read and were left out. */
  readonly rows?: number;
  readonly message?: string;
  readonly stack?: string;
  readonly screen?: string;
}

export type Log = (event: LogEvent) => void;

const NAMED_SECRET =
  /\b(fundpass|fund_password|password|passwd|token|secret|authorization|cookie|strategybot)(["']?\s*[:=]\s*["']?)(bearer\s+)?[^\s"',;}]+/gi;
const BEARER = /\b(bearer\s+)[^\s"',;}]+/gi;

/** Hides what looks like a secret in text that came from outside. */
export function scrub(text: string): string {
  return text.replace(NAMED_SECRET, '$1$2[hidden]').replace(BEARER, '$1[hidden]');
}

/** One JSON line per event. */
export function createLog(write: (line: string) => void, nowMs: () => number): Log {
  return (event) => {
    const scrubbed = Object.fromEntries(
      Object.entries(event).map(([key, value]) => [key, typeof value === 'string' ? scrub(value) : value]),
    );
    write(`${JSON.stringify({ time: new Date(nowMs()).toISOString(), ...scrubbed })}\n`);
  };
}

import type { EndpointName } from '#lib/contract/endpoints.ts';
import type { Log } from '../log/log.ts';

/**
 * What the BFF tells its operator. An event has these fields and no others: no bodies, no queries, no headers, so that
 * no password, fund password or token can get in.
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

export type BffLog = (event: LogEvent) => void;

/** A bug of ours is an error; everything else comes from outside and is a warning. */
export function bffLog(log: Log): BffLog {
  return ({ event, ...fields }) => (event === 'bug' ? log.error(event, fields) : log.warn(event, fields));
}

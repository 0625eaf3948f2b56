import type { SessionKeeper } from '../session.ts';
import type { Upstream } from '../upstream.ts';
import type { Log } from './log.ts';

/** What the BFF is made of; handed in, so that tests run it in-process. */
export interface BffParts {
  readonly upstream: Upstream;
  readonly session: SessionKeeper;
  readonly log: Log;
  /** Origin of PUBLIC_URL: accepted beside the request's own host. */
  readonly publicOrigin: string;
  nowMs(): number;
}

import type { HiddenBots } from '../pages/hidden-bots.ts';
import type { DeviceKeeper } from '../session/device-cookie.ts';
import type { SessionKeeper } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream-call.ts';
import type { BffLog } from './log.ts';

/** What the BFF is made of; handed in, so that tests run it in-process. */
export interface BffParts {
  readonly upstream: Upstream;
  readonly session: SessionKeeper;
  readonly device: DeviceKeeper;
  /** Shown to our own exchange, which then believes what we say of clients; null = there is none, nothing is said. */
  readonly doorKey: string | null;
  /** Our own exchange knows us by our certificate, and believes us without a key. */
  readonly isCertified: boolean;
  readonly hidden: HiddenBots;
  readonly log: BffLog;
  /** Of the product, for documents about it. */
  readonly version: string;
  /** Origin of PUBLIC_URL: accepted beside the request's own host. */
  readonly publicOrigin: string;
  /** Address of the client of a request, as the door gives it; '' when there is no door. */
  addressOf(headers: Headers): string;
  nowMs(): number;
  /** For a request that came without a number. */
  newRequestId(): string;
}

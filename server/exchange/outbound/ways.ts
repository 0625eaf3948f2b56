import type { Seal } from '../surroundings/seal.ts';
import type { OutboundGuard } from './guard.ts';
import type { PushIdentity } from './push-identity.ts';

export interface MailSettings {
  /** smtps://name:password@host:465, or smtp://… , which goes on to TLS before anything is said. */
  readonly url: string;
  readonly from: string;
}

/** What leads out of the exchange to its traders. */
export interface OutboundWays {
  readonly guard: OutboundGuard;
  readonly seal: Seal;
  /** Null: no mails are sent, and e-mail is not offered. */
  readonly mail: MailSettings | null;
  /** Where Telegram's bots are called. */
  readonly telegram: string;
  /** Who pushes to browsers. Null: nobody, and it is not offered. */
  readonly push: PushIdentity | null;
}

import { createHash, createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import type { Language } from '#lib/contract/languages.ts';
import type { NotificationKind } from '#lib/contract/notification-words.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#lib/time/durations.ts';
import type { OutboundMessage } from '../outbound/guard.ts';
import type { PushIdentity } from '../outbound/push-identity.ts';
import type { ChannelSecrets, PushKeys } from './channel-secrets.ts';
import type { Message } from './notice.ts';
import { noticeText } from './notice-text.ts';

/** How a phone is woken for it (RFC 8030), and how long it is kept for one that is off: nobody wants to read tomorrow that a price was out of its range. */
const HANDLING: Readonly<
  Record<NotificationKind, { readonly urgency: 'high' | 'normal' | 'low'; readonly ttlS: number }>
> = {
  liquidation: { urgency: 'high', ttlS: DAY_SECONDS },
  protection: { urgency: 'high', ttlS: DAY_SECONDS },
  stop: { urgency: 'normal', ttlS: 7 * DAY_SECONDS },
  end: { urgency: 'normal', ttlS: 7 * DAY_SECONDS },
  dual: { urgency: 'normal', ttlS: 7 * DAY_SECONDS },
  plan: { urgency: 'normal', ttlS: 7 * DAY_SECONDS },
  funding: { urgency: 'normal', ttlS: 4 * HOUR_SECONDS },
  range: { urgency: 'normal', ttlS: 4 * HOUR_SECONDS },
  fill: { urgency: 'low', ttlS: DAY_SECONDS },
  copy: { urgency: 'normal', ttlS: 7 * DAY_SECONDS },
  delivery: { urgency: 'high', ttlS: 60 },
};

const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]+$/;

/** Whether a browser's keys are keys: a point of P-256 and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    return true;
  } catch {
    return false;
  }
}

/** Which browser a subscription is of: its address is a secret, this is none. */
export function deviceOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
}

/**
 * A message as push services take it: encrypted for the browser alone (RFC 8291), signed by us (RFC 8292). Its topic and its tag in the
 * browser are its id: one that is sent again takes the place of the one before instead of standing beside it.
 */
export function pushMessage(
  identity: PushIdentity,
  { target, keys = { p256dh: '', auth: '' } }: ChannelSecrets,
  { id, notice }: Message,
  lang: Language,
): OutboundMessage {
  const { title, sentence } = noticeText(notice, lang);
  const { kind, code, botId, botKind, timeMs, values } = notice;
  const { product = '', plan = '' } = values;
  const about = { strategy_id: botId, strategy_type: botKind, product, plan };
  const told = { id, lang, title, body: sentence, code, time: timeMs, ...about };
  const { urgency, ttlS } = HANDLING[kind];
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: target, keys },
    JSON.stringify({ ...told, stays: urgency === 'high' }),
    { vapidDetails: identity, TTL: ttlS, urgency, topic: id },
  );
  // The length is told by whoever sends it.
  const texts = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), `${value}`])
    .filter(([name]) => name !== 'content-length');
  return { url: target, headers: Object.fromEntries(texts), body };
}

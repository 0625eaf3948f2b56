import type { ChannelKind } from '#lib/contract/notification-words.ts';
import { httpsUrl, type OutboundGuard, OutboundRefused } from '../outbound/guard.ts';
import type { Random } from '../surroundings/random.ts';
import type { ChannelSecrets, PushKeys } from './channel-secrets.ts';
import { arePushKeys } from './push-sender.ts';

/** What a trader typed of a channel, looked at before it is kept. */
export interface TypedChannel {
  readonly kind: ChannelKind;
  readonly target: string;
  readonly token?: string | undefined;
  readonly keys?: PushKeys | undefined;
  readonly name?: string | undefined;
}

/** `field` with `issue`: why it is not taken. */
export type ReadChannel =
  | { readonly secrets: ChannelSecrets & { readonly label: string } }
  | { readonly field: string; readonly issue: string };

/** One at-sign and a name with a point behind it; the rest says the code that is sent there. */
const MAIL = /^[^\s@<>(),;:"\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const LONGEST_MAIL = 254;
const TELEGRAM_TOKEN = /^\d{5,15}:[A-Za-z0-9_-]{30,60}$/;
const TELEGRAM_CHAT = /^(-?\d{1,20}|@[A-Za-z]\w{4,31})$/;
const SECRET_BYTES = 32;

export async function readChannel(typed: TypedChannel, guard: OutboundGuard, random: Random): Promise<ReadChannel> {
  const target = typed.target.trim();
  const token = typed.token?.trim() ?? '';
  // What has no effect is refused.
  if (token !== '' && typed.kind !== 'telegram') return { field: 'token', issue: 'field.unused' };
  if (typed.keys !== undefined && typed.kind !== 'push') return { field: 'keys', issue: 'field.unused' };
  if (typed.name !== undefined && typed.kind !== 'push') return { field: 'name', issue: 'field.unused' };
  if (typed.kind === 'telegram') return readTelegram(target, token);
  if (typed.kind === 'push') return readPush(target, typed, guard);
  if (typed.kind === 'email') return readMail(target);
  return readWebhook(target, guard, random);
}

function readTelegram(target: string, token: string): ReadChannel {
  if (!TELEGRAM_TOKEN.test(token)) return { field: 'token', issue: 'channel-token' };
  if (!TELEGRAM_CHAT.test(target)) return { field: 'target', issue: 'channel-chat' };
  return { secrets: { target, secret: token, label: target } };
}

function readMail(target: string): ReadChannel {
  if (!MAIL.test(target) || target.length > LONGEST_MAIL) return { field: 'target', issue: 'channel-mail' };
  return { secrets: { target, secret: '', label: target } };
}

/** Whose address it is, as far as many writings of one are known: capitals, what stands behind a plus, points. */
export function mailboxOf(mail: string): string {
  const at = mail.lastIndexOf('@');
  const name = mail.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${name}${mail.slice(at)}`.toLowerCase();
}

async function readWebhook(target: string, guard: OutboundGuard, random: Random): Promise<ReadChannel> {
  const host = await reachedHost(target, guard);
  if (typeof host !== 'string') return host;
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  // Paths of webhooks are secrets as often as not.
  return { secrets: { target, secret, label: host } };
}

async function readPush(target: string, { keys, name }: TypedChannel, guard: OutboundGuard): Promise<ReadChannel> {
  if (keys === undefined || !arePushKeys(keys)) return { field: 'keys', issue: 'channel-keys' };
  const host = await reachedHost(target, guard);
  if (typeof host !== 'string') return host;
  const called = (name ?? '').replace(/\p{C}/gu, '').trim();
  return { secrets: { target, secret: '', label: called === '' ? host : called, keys } };
}

/** The host of an address that may be reached. */
async function reachedHost(target: string, guard: OutboundGuard): Promise<string | (ReadChannel & { issue: string })> {
  try {
    const { hostname, port } = httpsUrl(target);
    await guard.webAddresses(hostname, port);
    return hostname;
  } catch (error) {
    if (error instanceof OutboundRefused) return { field: 'target', issue: error.told };
    throw error;
  }
}

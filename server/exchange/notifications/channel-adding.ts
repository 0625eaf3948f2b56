import { createHash, timingSafeEqual } from 'node:crypto';
import { MOST_CHANNELS } from '#lib/contract/notification-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { busy, ok, type Refusal, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { notOfferedTo, offeredBy } from './channel-offer.ts';
import { type ChannelSecrets, sealSecrets } from './channel-secrets.ts';
import { mailboxOf, readChannel } from './channel-targets.ts';
import { codeText } from './notice-text.ts';
import type { NotificationParts } from './notifications.ts';
import { deviceOf } from './push-sender.ts';
import type { Channel } from './settings-book.ts';

/** A code that was mailed is good for so long, and for so many tries. */
const CODE_MS = 15 * MINUTE_MS;
const MOST_CODE_TRIES = 5;
const CODES = 1_000_000;
/** Codes that all accounts together have sent to one address in an hour: accounts are many, and whoever has it need not be here. */
const CODES_TO_ADDRESS = { points: 5, seconds: 3_600 };

export const UNKNOWN: Refusal = refuse(CODE.unknown, 'channel-unknown');

/** How a channel comes to be one: what it leads to is looked at before it is kept, and an e-mail address has to be confirmed. */
export function addingHandlers(
  parts: NotificationParts,
): Pick<Handlers, 'addNotificationChannel' | 'confirmNotificationChannel'> {
  const codes = rateLimit({ ...CODES_TO_ADDRESS, nowMs: parts.clock.nowMs });
  return {
    addNotificationChannel: (request) => addChannel(parts, codes, request),
    confirmNotificationChannel: (request) => confirmChannel(parts, request),
  };
}

type AddRequest = ExchangeRequest<'addNotificationChannel'>;

/** Why an account gets no further channel, before anything is asked of others. */
function refusalOf(parts: NotificationParts, userId: number, { kind, target }: AddRequest['body']): Refusal | null {
  const { settings } = parts;
  const why = notOfferedTo(parts, userId);
  if (why !== '') return refuse(CODE.forbidden, why);
  if (!offeredBy(parts, userId).includes(kind)) return refuseField('kind', 'channel-not-offered');
  const isKnown = kind === 'push' && settings.ofDevice(deviceOf(target))?.userId === userId;
  return !isKnown && settings.of(userId).channels.length >= MOST_CHANNELS ? full() : null;
}

async function addChannel(parts: NotificationParts, codes: RateLimit, request: AddRequest) {
  const { ways, random } = parts;
  const { id: userId } = signedIn(request);
  const { kind, lang, ...typed } = request.body;
  const target = typed.target.trim();
  const refusal = refusalOf(parts, userId, { ...request.body, target });
  if (refusal !== null) return refusal;
  // Looking names up is work of others as well.
  const waitMs = await ways.guard.take(userId);
  if (waitMs > 0) return refuseFor(waitMs, 'too-many-requests');
  const read = await readChannel({ kind, ...typed }, ways.guard, random);
  if ('issue' in read) return refuseField(read.field, read.issue);
  const code = kind === 'email' ? newCode(random.bytes(4)) : null;
  const notSent = code === null ? null : await sendCode(parts, codes, { to: read.secrets.target, code, lang });
  if (notSent !== null) return notSent;
  return request.transact((tx) => {
    const session = request.session?.key ?? '';
    const id = kind === 'push' ? keepPush(parts, tx, userId, { secrets: read.secrets, lang, session }) : null;
    if (id !== null) return ok({ id, secret: '' });
    return keepNew(parts, tx, userId, { kind, lang, secrets: read.secrets, code, session });
  });
}

/** Null when it was sent. */
async function sendCode(
  { mailer, random }: NotificationParts,
  codes: RateLimit,
  { to, code, lang }: { readonly to: string; readonly code: string; readonly lang: Channel['lang'] },
): Promise<Refusal | null> {
  if (mailer === null) return null;
  const waitMs = await codes.take(mailboxOf(to));
  if (waitMs > 0) return refuseFor(waitMs, 'too-many-requests');
  const id = `code-${Buffer.from(random.bytes(8)).toString('hex')}`;
  const isSent = await mailer({ to, id, ...codeText(code, lang) }).then(
    (told) => told === 'sent',
    () => false,
  );
  return isSent ? null : busy('channel-mail-not-sent');
}

interface Subscribing {
  readonly secrets: ChannelSecrets;
  readonly lang: Channel['lang'];
  /** Key of who asks. */
  readonly session: string;
}

/**
 * A browser has one subscription, whoever is logged in there: it belongs to who subscribed it last, so that nobody is told on a screen
 * of what another trader's bots do. The channel that it has already in this account is kept; null: there is none.
 */
function keepPush(
  { settings, ways }: NotificationParts,
  tx: Tx,
  userId: number,
  { secrets, lang, session }: Subscribing,
): number | null {
  const before = settings.ofDevice(deviceOf(secrets.target));
  if (before === null) return null;
  if (before.userId !== userId) {
    settings.removeChannel(tx, before.userId, before.channel.id);
    return null;
  }
  const { id } = before.channel;
  settings.putChannel(tx, userId, id, {
    lang,
    session,
    sealed: sealSecrets(ways.seal, userId, id, secrets),
    error: '',
  });
  return id;
}

function keepNew(
  { settings, ways, clock }: NotificationParts,
  tx: Tx,
  userId: number,
  { kind, lang, secrets, code, session }: Subscribing & Pick<Channel, 'kind'> & { readonly code: string | null },
) {
  const own = settings.of(userId);
  if (own.channels.length >= MOST_CHANNELS) return full();
  const id = own.lastChannelId + 1;
  const channel: Channel = {
    id,
    kind,
    lang,
    ...(kind === 'push' ? { device: deviceOf(secrets.target), session } : {}),
    sealed: sealSecrets(ways.seal, userId, id, secrets),
    isConfirmed: code === null,
    code: code === null ? null : { hash: hashOf(code), untilMs: clock.nowMs() + CODE_MS, tries: 0 },
    lastMs: 0,
    error: '',
    givenUp: 0,
    toldMs: 0,
  };
  settings.put(tx, userId, { ...own, channels: [...own.channels, channel], lastChannelId: id });
  return ok({ id, secret: kind === 'webhook' ? secrets.secret : '' });
}

function full(): Refusal {
  return refuse(CODE.conflict, 'channels-full', { max: `${MOST_CHANNELS}` });
}

function newCode(bytes: Uint8Array): string {
  return `${Buffer.from(bytes).readUInt32BE(0) % CODES}`.padStart(6, '0');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** A wrong code counts, also when it is refused: the reply says so and the try is kept. */
async function confirmChannel(
  { settings, sequencer }: NotificationParts,
  request: ExchangeRequest<'confirmNotificationChannel'>,
) {
  const { id: userId } = signedIn(request);
  const { id, code: typed } = request.body;
  const isRight = await sequencer.submit((tx: Tx) => {
    const channel = settings.channel(userId, id);
    const code = channel?.code;
    if (channel === undefined || code === undefined || code === null)
      return channel === undefined ? 'unknown' : 'right';
    if (code.untilMs <= tx.nowMs || code.tries >= MOST_CODE_TRIES) return 'over';
    if (timingSafeEqual(Buffer.from(hashOf(typed.trim())), Buffer.from(code.hash))) return 'right';
    settings.putChannel(tx, userId, id, { code: { ...code, tries: code.tries + 1 } });
    return 'wrong';
  });
  if (isRight === 'unknown') return UNKNOWN;
  if (isRight === 'over') return refuseField('code', 'channel-code-over');
  if (isRight === 'wrong') return refuseField('code', 'channel-code-wrong');
  return request.transact((tx) => {
    settings.putChannel(tx, userId, id, { isConfirmed: true, code: null });
    return ok({ id });
  });
}

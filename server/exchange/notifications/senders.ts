import { createHmac } from 'node:crypto';
import type { ChannelKind, DeliveryError } from '#lib/contract/notification-words.ts';
import { type OutboundAnswer, type OutboundGuard, OutboundRefused } from '../outbound/guard.ts';
import type { PushIdentity } from '../outbound/push-identity.ts';
import type { ChannelSecrets } from './channel-secrets.ts';
import type { Mailer } from './mailer.ts';
import type { Message } from './notice.ts';
import { noticeText } from './notice-text.ts';
import { pushMessage } from './push-sender.ts';
import type { Channel } from './settings-book.ts';

/** `isFinal`: another try would say the same. `waitMs`: how long the receiver asks to be left alone. */
export type Outcome = 'sent' | { readonly error: DeliveryError; readonly isFinal: boolean; readonly waitMs?: number };

export interface SenderParts {
  readonly guard: OutboundGuard;
  /** Null: the operator has named no mail server. */
  readonly mailer: Mailer | null;
  /** Where Telegram's bots are called. */
  readonly telegram: string;
  /** Null: nothing is pushed. */
  readonly push: PushIdentity | null;
}

/** Answers that another try does not change. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Delivers one message by a channel. Never throws. */
export async function deliver(
  parts: SenderParts,
  channel: Pick<Channel, 'kind' | 'lang'>,
  secrets: ChannelSecrets,
  message: Message,
): Promise<Outcome> {
  try {
    return await SENDERS[channel.kind](parts, channel, secrets, message);
  } catch (error) {
    return error instanceof OutboundRefused
      ? { error: 'guard', isFinal: error.reason !== 'outbound-unknown-host' }
      : { error: 'unreachable', isFinal: false };
  }
}

type Sender = (
  parts: SenderParts,
  channel: Pick<Channel, 'lang'>,
  secrets: ChannelSecrets,
  message: Message,
) => Promise<Outcome>;

const SENDERS: Readonly<Record<ChannelKind, Sender>> = {
  webhook: sendWebhook,
  telegram: sendTelegram,
  email: sendEmail,
  push: sendPush,
};

/** Signed as others do it: HMAC-SHA256 of "seconds.body", so that nobody repeats an old one. */
async function sendWebhook(
  { guard }: SenderParts,
  { lang }: { readonly lang: Channel['lang'] },
  secrets: ChannelSecrets,
  message: Message,
) {
  const { kind, code, botId, botKind, name, market, values, timeMs } = message.notice;
  const body = JSON.stringify({
    id: message.id,
    kind,
    code,
    time: Math.floor(timeMs / 1_000),
    strategy_id: botId,
    strategy_type: botKind,
    name,
    market,
    values,
    text: noticeText(message.notice, lang),
  });
  const at = Math.floor(message.timeMs / 1_000);
  const headers = {
    'content-type': 'application/json',
    'strategybot-delivery': message.id,
    'strategybot-signature': `t=${at},v1=${signatureOf(secrets.secret, at, body)}`,
  };
  return outcomeOf(await guard.post({ url: secrets.target, headers, body }));
}

function signatureOf(secret: string, atSeconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
}

async function sendTelegram(
  { guard, telegram }: SenderParts,
  { lang }: { readonly lang: Channel['lang'] },
  secrets: ChannelSecrets,
  message: Message,
) {
  const { title, sentence } = noticeText(message.notice, lang);
  const body = JSON.stringify({ chat_id: secrets.target, text: `${title}\n${sentence}` });
  const url = `${telegram}/bot${secrets.secret}/sendMessage`;
  return outcomeOf(await guard.post({ url, headers: { 'content-type': 'application/json' }, body }));
}

async function sendEmail(
  { mailer }: SenderParts,
  { lang }: { readonly lang: Channel['lang'] },
  { target }: ChannelSecrets,
  message: Message,
): Promise<Outcome> {
  if (mailer === null) return { error: 'unreachable', isFinal: true };
  const told = await mailer({ to: target, id: message.id, ...noticeText(message.notice, lang) });
  return told === 'sent' ? 'sent' : { error: 'refused', isFinal: true };
}

/** The browser has dropped its subscription when its service knows it no more (RFC 8030): it does not come back. */
async function sendPush(
  { guard, push }: SenderParts,
  { lang }: { readonly lang: Channel['lang'] },
  secrets: ChannelSecrets,
  message: Message,
): Promise<Outcome> {
  if (push === null) return { error: 'unreachable', isFinal: true };
  const answer = await guard.post(pushMessage(push, secrets, message, lang));
  return GONE_STATUSES.has(answer.status) ? { error: 'gone', isFinal: true } : outcomeOf(answer);
}

const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);

function outcomeOf({ status, waitMs }: OutboundAnswer): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  return { error: 'refused', isFinal: FINAL_STATUSES.has(status), waitMs };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import {
  CHANNEL_KINDS,
  FUNDING_PERCENT,
  LIQUIDATION_PERCENT,
  MOST_CHANNELS,
  RULE_KINDS,
} from '#lib/contract/notification-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { busy, ok, type Refusal, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { mailboxOf, readChannel } from './channel-targets.ts';
import { placeOf } from './delivery.ts';
import { codeText } from './notice-text.ts';
import type { NotificationParts } from './notifications.ts';
import type { Channel, Rule } from './settings-book.ts';

type SettingsCall =
  | 'notificationSettings'
  | 'saveNotificationRules'
  | 'addNotificationChannel'
  | 'confirmNotificationChannel'
  | 'removeNotificationChannel'
  | 'testNotificationChannel';

/** A code that was mailed is good for so long, and for so many tries. */
const CODE_MS = 15 * 60_000;
const MOST_CODE_TRIES = 5;
const CODES = 1_000_000;
/** Codes that all accounts together have sent to one address in an hour: accounts are many, and whoever has it need not be here. */
const CODES_TO_ADDRESS = { points: 5, seconds: 3_600 };

/** What an account has set of its notifications: its own alone. Channels of an account whose password is published would be everybody's: it has none. */
export function settingsHandlers(parts: NotificationParts): Pick<Handlers, SettingsCall> {
  const { settings, clock } = parts;
  const codes = rateLimit({ ...CODES_TO_ADDRESS, nowMs: clock.nowMs });
  return {
    notificationSettings: (request) => ok(settingsView(parts, signedIn(request).id)),
    saveNotificationRules: (request) => saveRules(parts, request),
    addNotificationChannel: (request) => addChannel(parts, codes, request),
    confirmNotificationChannel: (request) => confirmChannel(parts, request),
    removeNotificationChannel: (request) =>
      request.transact((tx) => {
        const { id: userId } = signedIn(request);
        const { id } = request.body;
        const own = settings.of(userId);
        if (settings.channel(userId, id) === undefined) return UNKNOWN;
        const rules = Object.fromEntries(
          Object.entries(own.rules).map(([kind, rule]) => [
            kind,
            { ...rule, channels: rule.channels.filter((one) => one !== id) },
          ]),
        );
        settings.put(tx, userId, { ...own, rules, channels: own.channels.filter((one) => one.id !== id) });
        return ok({ id });
      }),
    testNotificationChannel: (request) => testChannel(parts, request),
  };
}

const UNKNOWN: Refusal = refuse(CODE.unknown, 'channel-unknown');

function offeredBy({ ways }: NotificationParts) {
  return CHANNEL_KINDS.filter((kind) => kind !== 'email' || ways.mail !== null);
}

function settingsView(parts: NotificationParts, userId: number) {
  const { settings } = parts;
  const own = settings.of(userId);
  return {
    rules: RULE_KINDS.map((kind) => {
      const { app, channels } = settings.rule(userId, kind);
      return { kind, app, channels: [...channels] };
    }),
    liquidation_percent: own.liquidationPercent,
    funding_percent: own.fundingPercent,
    channels: own.channels.map(({ id, kind, label, isConfirmed, lastMs, error, givenUp }) => ({
      id,
      kind,
      label,
      is_confirmed: isConfirmed,
      last_time: Math.floor(lastMs / 1_000),
      error,
      given_up: givenUp,
    })),
    offered: offeredBy(parts),
  };
}

function isPercent(text: string, { least, most }: { readonly least: string; readonly most: string }): boolean {
  const value = parseAmount(text);
  if (value === null || !/^\d+(\.\d{1,2})?$/.test(text)) return false;
  return value >= (parseAmount(least) ?? 0n) && value <= (parseAmount(most) ?? 0n);
}

function saveRules(parts: NotificationParts, request: ExchangeRequest<'saveNotificationRules'>) {
  const { settings } = parts;
  const { id: userId } = signedIn(request);
  const { rules, liquidation_percent: liquidationPercent, funding_percent: fundingPercent } = request.body;
  if (!isPercent(liquidationPercent, LIQUIDATION_PERCENT))
    return refuseField('liquidation_percent', 'percent-between', LIQUIDATION_PERCENT);
  if (!isPercent(fundingPercent, FUNDING_PERCENT))
    return refuseField('funding_percent', 'percent-between', FUNDING_PERCENT);
  return request.transact((tx) => {
    const own = settings.of(userId);
    const said: Record<string, Rule> = {};
    for (const { kind, app, channels } of rules) {
      if (channels.some((id) => settings.channel(userId, id) === undefined)) return UNKNOWN;
      said[kind] = { app, channels: [...new Set(channels)] };
    }
    settings.put(tx, userId, { ...own, rules: { ...own.rules, ...said }, liquidationPercent, fundingPercent });
    return ok(settingsView(parts, userId));
  });
}

async function addChannel(
  parts: NotificationParts,
  codes: RateLimit,
  request: ExchangeRequest<'addNotificationChannel'>,
) {
  const { settings, accounts, ways, mailer, random, clock } = parts;
  const { id: userId } = signedIn(request);
  const { kind, target, token, lang } = request.body;
  if (accounts.isPublished(userId)) return refuse(CODE.forbidden, 'channels-published');
  if (!offeredBy(parts).includes(kind)) return refuseField('kind', 'channel-not-offered');
  if (settings.of(userId).channels.length >= MOST_CHANNELS) return full();
  // Looking names up is work of others as well.
  const waitMs = await ways.guard.take(userId);
  if (waitMs > 0) return refuseFor(waitMs, 'too-many-requests');
  const read = await readChannel({ kind, target, token }, ways.guard, random);
  if ('issue' in read) return refuseField(read.field, read.issue);
  const code = kind === 'email' ? newCode(random.bytes(4)) : null;
  if (code !== null && mailer !== null) {
    const codeWaitMs = await codes.take(mailboxOf(read.secrets.target));
    if (codeWaitMs > 0) return refuseFor(codeWaitMs, 'too-many-requests');
    const id = `code-${Buffer.from(random.bytes(8)).toString('hex')}`;
    const isSent = await mailer({ to: read.secrets.target, id, ...codeText(code, lang) }).then(
      (told) => told === 'sent',
      () => false,
    );
    if (!isSent) return busy('channel-mail-not-sent');
  }
  return request.transact((tx) => {
    const own = settings.of(userId);
    if (own.channels.length >= MOST_CHANNELS) return full();
    const id = own.lastChannelId + 1;
    const channel: Channel = {
      id,
      kind,
      label: read.label,
      lang,
      sealed: ways.seal.close(JSON.stringify(read.secrets), placeOf(userId, id)),
      isConfirmed: code === null,
      code: code === null ? null : { hash: hashOf(code), untilMs: clock.nowMs() + CODE_MS, tries: 0 },
      lastMs: 0,
      error: '',
      givenUp: 0,
      toldMs: 0,
    };
    settings.put(tx, userId, { ...own, channels: [...own.channels, channel], lastChannelId: id });
    return ok({ id, secret: kind === 'webhook' ? read.secrets.secret : '' });
  });
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

async function testChannel(parts: NotificationParts, request: ExchangeRequest<'testNotificationChannel'>) {
  const { settings, rounds, ways, clock, random } = parts;
  const { id: userId } = signedIn(request);
  const { id } = request.body;
  const channel = settings.channel(userId, id);
  if (channel === undefined) return UNKNOWN;
  if (!channel.isConfirmed) return refuse(CODE.conflict, 'channel-unconfirmed');
  const waitMs = await ways.guard.take(userId);
  if (waitMs > 0) return refuseFor(waitMs, 'too-many-requests');
  const timeMs = clock.nowMs();
  const notice = {
    kind: 'delivery',
    code: 'test',
    timeMs,
    botId: 0,
    botKind: '',
    name: '',
    market: '',
    values: {},
  } as const;
  const number = Buffer.from(random.bytes(8)).toString('hex');
  const outcome = await rounds.send(userId, channel, { id: `test-${number}`, notice, timeMs });
  await parts.sequencer.submit((tx) =>
    settings.putChannel(
      tx,
      userId,
      id,
      outcome === 'sent' ? { lastMs: tx.nowMs, error: '' } : { error: outcome.error },
    ),
  );
  return outcome === 'sent' ? ok({ id }) : refuse(CODE.conflict, `channel-${outcome.error}`);
}

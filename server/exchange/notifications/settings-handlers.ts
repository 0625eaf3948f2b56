import { FUNDING_PERCENT, LIQUIDATION_PERCENT, RULE_KINDS } from '#lib/contract/notification-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { isPlainFigure } from '#lib/money/plain-figure.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { ok, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import { addingHandlers, UNKNOWN } from './channel-adding.ts';
import { notOfferedTo, offeredBy } from './channel-offer.ts';
import { labelOf } from './channel-secrets.ts';
import type { NotificationParts } from './notifications.ts';
import type { Rule } from './settings-book.ts';

type SettingsCall =
  | 'notificationSettings'
  | 'saveNotificationRules'
  | 'addNotificationChannel'
  | 'confirmNotificationChannel'
  | 'removeNotificationChannel'
  | 'testNotificationChannel';

/** What an account has set of its notifications: its own alone. Channels of an account whose password is published would be everybody's: it has none. */
export function settingsHandlers(parts: NotificationParts): Pick<Handlers, SettingsCall> {
  const { settings } = parts;
  return {
    notificationSettings: (request) => ok(settingsView(parts, signedIn(request).id)),
    saveNotificationRules: (request) => saveRules(parts, request),
    ...addingHandlers(parts),
    removeNotificationChannel: (request) =>
      request.transact((tx) => {
        const { id: userId } = signedIn(request);
        const { id } = request.body;
        if (settings.channel(userId, id) === undefined) return UNKNOWN;
        settings.removeChannel(tx, userId, id);
        return ok({ id });
      }),
    testNotificationChannel: (request) => testChannel(parts, request),
  };
}

function settingsView(parts: NotificationParts, userId: number) {
  const { settings, ways } = parts;
  const own = settings.of(userId);
  return {
    rules: RULE_KINDS.map((kind) => {
      const { app, channels } = settings.rule(userId, kind);
      return { kind, app, channels: [...channels] };
    }),
    liquidation_percent: own.liquidationPercent,
    funding_percent: own.fundingPercent,
    channels: own.channels.map((channel) => ({
      id: channel.id,
      kind: channel.kind,
      label: labelOf(ways.seal, userId, channel),
      device: channel.device ?? '',
      is_confirmed: channel.isConfirmed,
      last_time: Math.floor(channel.lastMs / 1_000),
      error: channel.error,
      given_up: channel.givenUp,
    })),
    offered: [...offeredBy(parts, userId)],
    not_offered: notOfferedTo(parts, userId),
    push_key: offeredBy(parts, userId).includes('push') ? (ways.push?.publicKey ?? '') : '',
  };
}

function saveRules(parts: NotificationParts, request: ExchangeRequest<'saveNotificationRules'>) {
  const { settings } = parts;
  const { id: userId } = signedIn(request);
  const { rules, liquidation_percent: liquidation, funding_percent: funding } = request.body;
  if (liquidation !== undefined && !isPlainFigure(liquidation, LIQUIDATION_PERCENT))
    return refuseField('liquidation_percent', 'percent-between', LIQUIDATION_PERCENT);
  if (funding !== undefined && !isPlainFigure(funding, FUNDING_PERCENT))
    return refuseField('funding_percent', 'percent-between', FUNDING_PERCENT);
  return request.transact((tx) => {
    const own = settings.of(userId);
    const said: Record<string, Rule> = {};
    for (const { kind, app, channels } of rules) {
      if (channels.some((id) => settings.channel(userId, id) === undefined)) return UNKNOWN;
      said[kind] = { app, channels: [...new Set(channels)] };
    }
    settings.put(tx, userId, {
      ...own,
      rules: { ...own.rules, ...said },
      liquidationPercent: liquidation ?? own.liquidationPercent,
      fundingPercent: funding ?? own.fundingPercent,
    });
    return ok(settingsView(parts, userId));
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
  await parts.sequencer.submit((tx) => {
    if (outcome === 'sent') settings.putChannel(tx, userId, id, { lastMs: tx.nowMs, error: '' });
    else if (outcome.error === 'gone') rounds.removeGone(tx, userId, channel);
    else settings.putChannel(tx, userId, id, { error: outcome.error });
  });
  return outcome === 'sent' ? ok({ id }) : refuse(CODE.conflict, `channel-${outcome.error}`);
}

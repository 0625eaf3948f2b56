import type { Seal } from '../surroundings/seal.ts';
import type { Channel, Settings } from './settings-book.ts';

/** What a channel leads to and what is shown of it, as it is sealed: an address of a person is nobody else's business either. */
export interface ChannelSecrets {
  /** Webhook: its address; Telegram: the chat; e-mail: the address; push: the address of the browser's subscription. */
  readonly target: string;
  /** Telegram: of the trader's own bot. Webhook: what its messages are signed with. '' for the others. */
  readonly secret: string;
  /** What its owner is shown of where it leads. Absent in rows of before labels were sealed. */
  readonly label?: string;
  /** Push: what messages are encrypted with, base64url. */
  readonly keys?: PushKeys;
}

export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** What a channel's secrets are sealed for: they open nowhere else. */
function placeOf(userId: number, channelId: number): string {
  return `channel/${userId}/${channelId}`;
}

export function sealSecrets(seal: Seal, userId: number, channelId: number, secrets: ChannelSecrets): string {
  return seal.close(JSON.stringify(secrets), placeOf(userId, channelId));
}

/** Null when they cannot be read any more: the key is another one. */
export function openSecrets(
  seal: Seal,
  userId: number,
  { id, sealed }: Pick<Channel, 'id' | 'sealed'>,
): ChannelSecrets | null {
  const text = seal.open(sealed, placeOf(userId, id));
  return text === null ? null : (JSON.parse(text) as ChannelSecrets);
}

/** What its owner is shown of a channel; '' when that cannot be read any more. */
export function labelOf(seal: Seal, userId: number, channel: Pick<Channel, 'id' | 'sealed' | 'label'>): string {
  return openSecrets(seal, userId, channel)?.label ?? channel.label ?? '';
}

/** The same settings with every label in its seal. */
export function withSealedLabels(seal: Seal, userId: number, settings: Settings): Settings {
  const channels = settings.channels.map(({ label, ...channel }) => {
    const secrets = label === undefined ? null : openSecrets(seal, userId, channel);
    if (label === undefined || secrets === null) return channel;
    return { ...channel, sealed: sealSecrets(seal, userId, channel.id, { ...secrets, label }) };
  });
  return { ...settings, channels };
}

const noticePlace = (userId: number): string => `notice/${userId}`;

/** A label as it stands in a notification of its account. */
export function sealLabel(seal: Seal, userId: number, label: string): string {
  return seal.close(label, noticePlace(userId));
}

/** The values of a notification as they are shown to its owner: those of before labels were sealed stand as they are. */
export function shownValues(
  seal: Seal,
  userId: number,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const { channel } = values;
  return channel === undefined
    ? { ...values }
    : { ...values, channel: seal.open(channel, noticePlace(userId)) ?? channel };
}

import type { Language } from '#lib/contract/languages.ts';
import type { ChannelKind, DeliveryError, RuleKind } from '#lib/contract/notification-words.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';

/** Store collection: what an account has set, channels included, by user id. */
export const NOTIFICATION_SETTINGS = 'notification_settings';

export interface Rule {
  readonly app: boolean;
  readonly channels: readonly number[];
}

/** A way to a trader. */
export interface Channel {
  readonly id: number;
  readonly kind: ChannelKind;
  /** What is shown of where it leads, in rows of before it was sealed with the rest. */
  readonly label?: string;
  /** Push: which browser it leads to (deviceOf). */
  readonly device?: string;
  /** Push: key of the session that subscribed it last; with its end by its trader the channel ends too. Absent in rows of before. */
  readonly session?: string;
  readonly lang: Language;
  /** Where it leads and what it needs for that, sealed (ChannelSecrets as JSON). */
  readonly sealed: string;
  readonly isConfirmed: boolean;
  /** What confirms it; null once it is. */
  readonly code: { readonly hash: string; readonly untilMs: number; readonly tries: number } | null;
  readonly lastMs: number;
  readonly error: DeliveryError | '';
  readonly givenUp: number;
  /** When the trader was told that it does not work; 0 = never. */
  readonly toldMs: number;
}

export interface Settings {
  readonly rules: Readonly<Partial<Record<RuleKind, Rule>>>;
  readonly liquidationPercent: string;
  readonly fundingPercent: string;
  readonly channels: readonly Channel[];
  /** Numbers of channels are not used again. */
  readonly lastChannelId: number;
}

/** Told unless a trader says otherwise. Range and funding move in and out without anything being lost: who wants it asks for it. */
const DEFAULT_RULES: Readonly<Record<RuleKind, Rule>> = {
  fill: { app: true, channels: [] },
  end: { app: true, channels: [] },
  stop: { app: true, channels: [] },
  liquidation: { app: true, channels: [] },
  funding: { app: false, channels: [] },
  range: { app: false, channels: [] },
  protection: { app: true, channels: [] },
  dual: { app: true, channels: [] },
  plan: { app: true, channels: [] },
  copy: { app: true, channels: [] },
};

const UNSET: Settings = {
  rules: {},
  liquidationPercent: '5',
  fundingPercent: '0.1',
  channels: [],
  lastChannelId: 0,
};

/** What accounts have set: in memory of those that have, and in the store. */
export class SettingsBook {
  readonly #byUser: Map<number, Settings>;
  /** Whose a browser's subscription is. */
  readonly #ownerOf = new Map<string, number>();

  private constructor(byUser: Map<number, Settings>) {
    this.#byUser = byUser;
    for (const [userId, settings] of byUser) this.#note(userId, settings);
  }

  static async open(store: StoreReader): Promise<SettingsBook> {
    const byUser = new Map<number, Settings>();
    for await (const { key, value } of store.all(NOTIFICATION_SETTINGS)) {
      byUser.set(Number(key), { ...UNSET, ...(JSON.parse(value) as Settings) });
    }
    return new SettingsBook(byUser);
  }

  of(userId: number): Settings {
    return this.#byUser.get(userId) ?? UNSET;
  }

  rule(userId: number, kind: RuleKind): Rule {
    return this.of(userId).rules[kind] ?? DEFAULT_RULES[kind];
  }

  channel(userId: number, id: number): Channel | undefined {
    return this.of(userId).channels.find((one) => one.id === id);
  }

  /** The channel that leads to a browser, whoever has it. */
  ofDevice(device: string): { readonly userId: number; readonly channel: Channel } | null {
    const userId = this.#ownerOf.get(device);
    const channel = userId === undefined ? undefined : this.of(userId).channels.find((one) => one.device === device);
    return userId === undefined || channel === undefined ? null : { userId, channel };
  }

  /** Every account with channels whose rows are of before labels were sealed. */
  withPlainLabels(): readonly number[] {
    return [...this.#byUser]
      .filter(([, { channels }]) => channels.some(({ label }) => label !== undefined))
      .map(([id]) => id);
  }

  /** Taken back with its command. */
  put(tx: Tx, userId: number, settings: Settings): void {
    const before = this.#byUser.get(userId);
    tx.onUndo(() => {
      this.#forget(userId);
      if (before === undefined) this.#byUser.delete(userId);
      else this.#byUser.set(userId, before);
      this.#note(userId, before ?? UNSET);
    });
    this.#forget(userId);
    this.#byUser.set(userId, settings);
    this.#note(userId, settings);
    tx.put(NOTIFICATION_SETTINGS, `${userId}`, JSON.stringify(settings));
  }

  /** Another state of a channel, when it is still there. */
  putChannel(tx: Tx, userId: number, id: number, changes: Partial<Channel>): void {
    const settings = this.of(userId);
    if (this.channel(userId, id) === undefined) return;
    const channels = settings.channels.map((one) => (one.id === id ? { ...one, ...changes } : one));
    this.put(tx, userId, { ...settings, channels });
  }

  /** With every rule that names it. */
  removeChannel(tx: Tx, userId: number, id: number): void {
    const settings = this.of(userId);
    const rules = Object.fromEntries(
      Object.entries(settings.rules).map(([kind, rule]) => [
        kind,
        { ...rule, channels: rule.channels.filter((one) => one !== id) },
      ]),
    );
    this.put(tx, userId, { ...settings, rules, channels: settings.channels.filter((one) => one.id !== id) });
  }

  /** Channels to browsers that a session subscribed. */
  removeOfSession(tx: Tx, userId: number, session: string): void {
    for (const { id } of this.of(userId).channels.filter((one) => one.session === session))
      this.removeChannel(tx, userId, id);
  }

  /** Channels to all browsers but that of a session, those too whose sessions ran out long ago. */
  removeOfOtherSessions(tx: Tx, userId: number, session: string): void {
    for (const { id } of this.of(userId).channels.filter((one) => one.kind === 'push' && one.session !== session))
      this.removeChannel(tx, userId, id);
  }

  #note(userId: number, { channels }: Settings): void {
    for (const { device } of channels) if (device !== undefined) this.#ownerOf.set(device, userId);
  }

  #forget(userId: number): void {
    for (const { device } of this.of(userId).channels) {
      if (device !== undefined && this.#ownerOf.get(device) === userId) this.#ownerOf.delete(device);
    }
  }
}

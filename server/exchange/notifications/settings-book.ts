import type { ChannelKind, DeliveryError, RuleKind } from '#lib/contract/notification-words.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';

/** Store collection: what an account has set, channels included, by user id. */
export const NOTIFICATION_SETTINGS = 'notification_settings';

export interface Rule {
  readonly app: boolean;
  readonly channels: readonly number[];
}

export type Language = 'en' | 'zh';

/** A way to a trader. */
export interface Channel {
  readonly id: number;
  readonly kind: ChannelKind;
  /** What may be shown of where it leads. */
  readonly label: string;
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

  private constructor(byUser: Map<number, Settings>) {
    this.#byUser = byUser;
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

  /** Taken back with its command. */
  put(tx: Tx, userId: number, settings: Settings): void {
    const before = this.#byUser.get(userId);
    tx.onUndo(() => {
      if (before === undefined) this.#byUser.delete(userId);
      else this.#byUser.set(userId, before);
    });
    this.#byUser.set(userId, settings);
    tx.put(NOTIFICATION_SETTINGS, `${userId}`, JSON.stringify(settings));
  }

  /** Another state of a channel, when it is still there. */
  putChannel(tx: Tx, userId: number, id: number, changes: Partial<Channel>): void {
    const settings = this.of(userId);
    if (this.channel(userId, id) === undefined) return;
    const channels = settings.channels.map((one) => (one.id === id ? { ...one, ...changes } : one));
    this.put(tx, userId, { ...settings, channels });
  }
}

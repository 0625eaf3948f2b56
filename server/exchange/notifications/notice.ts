import type { NotificationCode, NotificationKind } from '#lib/contract/notification-words.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';

/** What a trader is told, without any words: sentences belong to who shows them, who knows the language. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly code: NotificationCode;
  /** Of the latest thing that it tells. */
  readonly timeMs: number;
  /** The bot that it is about; 0 and '' where it is about several, or none. */
  readonly botId: number;
  readonly botKind: StrategyType | '';
  readonly name: string;
  readonly market: string;
  /** What stands in its sentence: plain decimals, and words of the wire. */
  readonly values: Readonly<Record<string, string>>;
}

/** A notification on its way by a channel. */
export interface Message {
  /** The same at every try: whoever is told twice knows by it. */
  readonly id: string;
  readonly notice: Notice;
  readonly timeMs: number;
}

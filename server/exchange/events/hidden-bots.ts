import type { Random } from '../surroundings/random.ts';
import { KeptEvents } from './kept-events.ts';
import { NAME_BYTES } from './mailboxes.ts';

/** Which bots were hidden lately, for web servers that keep public replies. Nothing is remembered before the first of them asks. */
export class HiddenBots {
  readonly #random: Pick<Random, 'bytes'>;
  #kept: KeptEvents | null = null;

  constructor(random: Pick<Random, 'bytes'>) {
    this.#random = random;
  }

  /** The disk has it that a bot is hidden. */
  add(botId: number): void {
    this.#kept?.add(`${botId}`);
  }

  /** What was hidden since an answer before (`last` of it; '' = none). `isWhole`: nothing is missing. */
  since(last: string): { readonly last: string; readonly isWhole: boolean; readonly bots: readonly number[] } {
    this.#kept ??= new KeptEvents(Buffer.from(this.#random.bytes(NAME_BYTES)).toString('hex'));
    const bots = this.#kept.after(last);
    return {
      last: this.#kept.lastId,
      isWhole: bots !== null,
      bots: [...new Set(bots?.map(({ data }) => Number(data)))],
    };
  }
}

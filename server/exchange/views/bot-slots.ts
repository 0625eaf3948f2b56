import type { BotRecord } from '../bots/bot-record.ts';

/** Small numbers for bots, given again when they are free, and whose bot has each: side by side, where a look at each bot would be dear. */
export class BotSlots {
  private readonly owners: number[] = [];
  private readonly free: number[] = [];

  take({ ownerId }: Pick<BotRecord, 'ownerId'>): number {
    const slot = this.free.pop() ?? this.owners.length;
    this.owners[slot] = ownerId;
    return slot;
  }

  giveBack(slot: number): void {
    this.free.push(slot);
  }

  ownerAt(slot: number): number {
    return this.owners[slot] as number;
  }
}

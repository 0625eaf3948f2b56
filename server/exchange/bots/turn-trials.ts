import type { CloseInstruction, LifeRefusal } from '#lib/engine/machine.ts';
import type { BotRoster } from './bot-roster.ts';
import { type Changed, planChange, type WantedChange } from './change-bot.ts';
import { type ClosePreview, previewClose } from './close-preview.ts';
import type { LiveBot } from './live-bot.ts';
import { callMachine, type OwnerWish } from './machine-call.ts';

/** What an owner's acts would do to his bots at the cursor's prices, tried on copies: nothing happens to the bots themselves. */
export class TurnTrials {
  private readonly roster: BotRoster;
  private readonly cursorMs: () => number;

  constructor(roster: BotRoster, cursorMs: () => number) {
    this.roster = roster;
    this.cursorMs = cursorMs;
  }

  /** What a change would do; carrying it out is taking this over. */
  change(bot: LiveBot, wanted: WantedChange): Changed | LifeRefusal {
    const timeMs = this.timeOf(bot);
    const prices = this.roster.pricesIfKnown(bot, timeMs);
    if (prices === null) return 'no-price';
    const view = this.roster.view(bot.spec);
    const { result, heard } = this.roster.tapes.hear(() => planChange(bot, wanted, view, prices, timeMs));
    return typeof result === 'string' ? result : { ...result, taped: { prices, timeMs, heard } };
  }

  /** What ending a bot so would do. */
  close(bot: LiveBot, close: CloseInstruction): ClosePreview {
    const timeMs = this.timeOf(bot);
    return previewClose(this.roster.copy(bot), close, this.roster.prices(bot, timeMs), timeMs);
  }

  /** The bot as it would be after what its owner wishes; why not. */
  act(bot: LiveBot, wish: OwnerWish): LiveBot | LifeRefusal {
    const timeMs = this.timeOf(bot);
    const copy = this.roster.copy(bot);
    if (copy.machine === null) return 'not-running';
    const prices = this.roster.pricesIfKnown(bot, timeMs);
    return prices === null ? 'no-price' : (callMachine(copy.machine, wish, prices, timeMs) ?? copy);
  }

  private timeOf({ record }: LiveBot): number {
    return Math.max(this.cursorMs(), record.createMs);
  }
}

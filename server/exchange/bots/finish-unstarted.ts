import type { OwnersEnd } from '#lib/contract/bot-words.ts';
import { saveBot } from './bot-book.ts';
import { profitAssetOf, unstartedFigures } from './bot-equity.ts';
import { advance } from './bot-states.ts';
import { endOutcome } from './end-plan.ts';
import type { LiveBot } from './live-bot.ts';
import { fundReference, type SettleParts, writeNotes } from './settle-bot.ts';
import { giveBack, returnsOf } from './trial-funds.ts';

/** Ends a bot that its owner, or a limit of his account, stopped before the market's tick started it: nothing was traded, everything goes back. */
export function finishUnstarted(
  parts: SettleParts,
  bot: LiveBot,
  ticks: number,
  timeMs: number,
  cause: OwnersEnd,
): void {
  const { record, spec, notes } = bot;
  for (const [status, step] of [
    ['stopping', 'stopping'],
    ['finished', 'stopped'],
  ] as const) {
    Object.assign(record, advance(record, { status, step }));
  }
  record.finishAs = cause;
  record.finishMs = timeMs;
  record.final = unstartedFigures(record, spec, ticks);
  const { own: returns } = returnsOf(parts.ledger, record);
  const nothing = { share: 0n, profit: 0n, asset: profitAssetOf(spec), fees: 0n };
  const outcome = endOutcome(record, spec, { ...nothing, returns });
  record.agreed = undefined;
  notes.noteOperation({
    ...{ type: 'terminate', timeMs, from: null, to: { close: 'no_close' }, explain: cause },
    ...(outcome === undefined ? {} : { outcome }),
  });
  const note = giveBack(parts.ledger, record, fundReference(record.id), timeMs);
  if (note !== null) notes.noteOperation(note);
  writeNotes(parts, bot);
  saveBot(parts.batch, bot);
}

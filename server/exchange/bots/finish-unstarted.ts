import { returnAll } from '../ledger/movements.ts';
import { saveBot } from './bot-book.ts';
import { advance } from './bot-states.ts';
import type { LiveBot } from './live-bot.ts';
import { fundReference, type SettleParts, writeNotes } from './settle-bot.ts';

/** Ends a bot that its owner stopped before the market's tick started it: nothing was traded, everything goes back. */
export function finishUnstarted(parts: SettleParts, bot: LiveBot, ticks: number, timeMs: number): void {
  const { record, spec, notes } = bot;
  notes.operations.push({ type: 'terminate', timeMs, from: null, to: { close: 'no_close' }, explain: 'cancelled' });
  for (const [status, step] of [
    ['stopping', 'stopping'],
    ['finished', 'stopped'],
  ] as const) {
    Object.assign(record, advance(record, { status, step }));
  }
  record.finishAs = 'cancelled';
  record.finishMs = timeMs;
  const baseHeld = record.moneyAsset === spec.base ? record.money : 0n;
  record.final = { equity: record.startEquity, fees: 0n, residual: 0n, baseHeld, ticks };
  const back = returnAll(parts.ledger, record.id, record.ownerId);
  const refusal = parts.ledger.post(back, 'bot-return', fundReference(record.id), timeMs);
  if (refusal !== null) throw new Error(`bot ${record.id} cannot return its ${refusal.asset}`);
  writeNotes(parts, bot);
  saveBot(parts.batch, bot);
}

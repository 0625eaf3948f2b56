import type { Fill } from '#lib/engine/machine.ts';
import { machineFigures } from '../bots/bot-equity.ts';
import { type BotRecord, isFinished, parseBotRecord } from '../bots/bot-record.ts';
import { formatFill } from '../bots/journal-rows.ts';
import { restoreMachine } from '../bots/live-bot.ts';
import { MOST_TAPED_CALLS, NO_TAPE } from '../bots/tape-recorder.ts';
import { readTape, type TapedCall } from '../bots/tape-words.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { ProofBegin, ProofDifference, ProofOutcome, ProofRow, TwoTellings } from './proof-shape.ts';
import {
  amountText,
  differing,
  fillTellings,
  holdingsText,
  ordersText,
  scaledText,
  shortened,
  tellings,
} from './proof-tellings.ts';
import { Replay } from './replay.ts';
import { createTapeView, OffTape } from './tape-view.ts';
import { TapedPrices } from './taped-prices.ts';

interface StoredBot {
  readonly record: unknown;
  readonly machine: unknown;
}

/**
 * Replays a bot's tape up to what its stored row says that it has lived through, and compares: every fill with the journal's, then the
 * books with the stored ones. The first difference is told; nothing after it means anything.
 */
export class Proof {
  private readonly record: BotRecord;
  private readonly stored: unknown;
  private readonly replay: Replay;
  private readonly prices = new TapedPrices();
  private readonly fills: ProofRow[] = [];
  private compared = 0;
  private changes = 0;
  private last: TapedCall['call'] | null = null;
  private firstMs = 0;
  private difference: ProofDifference | null = null;

  constructor({ row, params }: ProofBegin) {
    const { record, machine }: StoredBot = JSON.parse(row);
    this.record = parseBotRecord(record);
    this.stored = machine;
    this.replay = new Replay({ kind: this.record.kind, params, onFill: (fill) => this.note(fill) });
  }

  /** Calls that the row's state has behind it; −1: it has no tape. */
  get calls(): number {
    return this.record.taped;
  }

  /** Part of the tape that is behind, 0…1. */
  get progress(): number {
    return this.calls <= 0 ? 1 : this.replay.calls / this.calls;
  }

  private note(fill: Fill): void {
    const { spec } = this.replay;
    if (spec !== null) this.fills.push({ timeMs: fill.timeMs, value: formatFill(spec, fill) });
  }

  takeTape(rows: readonly ProofRow[]): void {
    if (this.calls === NO_TAPE) return;
    for (const { timeMs, value } of rows) {
      if (this.difference !== null || this.replay.calls >= this.calls) return;
      this.follow(timeMs, () => {
        for (const taped of readTape(value, timeMs)) {
          if (this.replay.calls < this.calls) this.make(taped);
        }
      });
    }
  }

  private make(taped: TapedCall): void {
    const { call } = taped;
    if (call.type === 'outside' && call.call.type === 'start') {
      this.prices.begin(call.call.spec);
      this.firstMs = call.timeMs;
    } else if (call.type === 'outside') this.changes += 1;
    this.prices.note(call);
    this.last = call;
    this.replay.make(taped);
  }

  /** What the engine refuses to do is a difference, not a fault of ours: a tape that was written into leads anywhere. */
  private follow(timeMs: number, run: () => void): void {
    try {
      run();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const at = this.last?.timeMs ?? timeMs;
      this.differ('tape', 0, at, [{ field: error instanceof OffTape ? 'answer' : 'call', stored: why, replayed: '' }]);
    }
  }

  /** Stored fills, the oldest first; those beyond the row's own count came after it. */
  takeFills(rows: readonly ProofRow[]): void {
    const { spec } = this.replay;
    if (spec === null) return;
    for (const row of rows) {
      if (this.difference !== null || this.compared >= this.record.tradeNum) return;
      const replayed = this.fills[this.compared];
      if (replayed === undefined) {
        if (this.isWhole) this.differ('extra', this.compared + 1, row.timeMs, fillTellings(spec, row, null));
        return;
      }
      const different = differing(fillTellings(spec, row, replayed));
      if (different.length > 0) this.differ('fill', this.compared + 1, row.timeMs, different);
      else this.compared += 1;
    }
  }

  /** Whether the tape leads to the stored state: one that was full before it does not. */
  private get isWhole(): boolean {
    return this.replay.calls === this.calls && !this.isFull;
  }

  private get isFull(): boolean {
    return this.record.taped >= MOST_TAPED_CALLS;
  }

  get places() {
    return this.prices.places();
  }

  end(markets: Readonly<Record<string, MarketColumns>>): ProofOutcome {
    this.lookAtEnd();
    const prices = this.prices.check(markets);
    const { calls } = this.replay;
    const { compared: fills, changes, isWhole, difference, firstMs: fromMs } = this;
    return { calls, fills, changes, fromMs, toMs: this.last?.timeMs ?? fromMs, isWhole, difference, prices };
  }

  private lookAtEnd(): void {
    if (this.difference !== null || this.calls <= 0) return;
    if (this.replay.calls < this.calls) {
      const [stored, replayed] = [`${this.calls}`, `${this.replay.calls}`];
      this.differ('tape', 0, this.last?.timeMs ?? this.record.createMs, [{ field: 'calls', stored, replayed }]);
      return;
    }
    const { spec } = this.replay;
    const left = this.fills[this.compared];
    if (left !== undefined && spec !== null)
      this.differ('missing', this.compared + 1, left.timeMs, fillTellings(spec, null, left));
    else if (this.isWhole) this.follow(this.last?.timeMs ?? 0, () => this.compareBooks());
  }

  /** The books as they are stored: of a bot that has ended its final figures, of one that lives its machine's. */
  private compareBooks(): void {
    const different = differing(isFinished(this.record) ? this.finalTellings() : this.presentTellings());
    if (different.length > 0) this.differ('statement', 0, this.last?.timeMs ?? 0, different);
  }

  private finalTellings(): readonly TwoTellings[] {
    const { record, replay } = this;
    const { machine, spec, end } = replay;
    const { final } = record;
    if (final === null || spec === null) return [];
    const told = end?.prices ?? [];
    // Prices that the end leaves out are of what is worth nothing.
    const prices = record.createPrices.map((before, feed) => told[feed] ?? before);
    const figures = machineFigures(machine, spec, prices);
    const terms = ['equity', 'fees', 'funding', 'interest', 'residual', 'baseHeld', 'coinValue'] as const;
    return [
      ...terms.map((term) => tellings(term, amountText(final[term] ?? figures[term]), amountText(figures[term]))),
      tellings('status', 'finished', machine.status),
      tellings('finish', record.finishMs, end?.timeMs),
      ...this.countTellings(),
    ];
  }

  private presentTellings(): readonly TwoTellings[] {
    const { record, replay, stored } = this;
    const { machine, spec, params } = replay;
    if (spec === null || params === null || stored === null) return [];
    const kept = restoreMachine(record.kind, params, stored, createTapeView(spec), SILENT);
    const prices = record.createPrices;
    const [was, is] = [kept.equity(prices), machine.equity(prices)];
    return [
      ...IDENTITY.map((term) => tellings(term, scaledText(was[term]), scaledText(is[term]))),
      tellings('status', kept.status, machine.status),
      tellings('holdings', holdingsText(kept.holdings()), holdingsText(machine.holdings())),
      tellings('orders', ordersText(kept.openOrders(), spec), ordersText(machine.openOrders(), spec)),
      ...this.countTellings(),
    ];
  }

  private countTellings(): readonly TwoTellings[] {
    const { matches, matchedProfit, fills } = this.replay.machine.statistics();
    const { matchTimes, gridProfit, tradeNum } = this.record;
    return [
      tellings('matches', matchTimes, matches),
      tellings('gridProfit', amountText(gridProfit), amountText(matchedProfit)),
      tellings('fills', tradeNum, fills),
    ];
  }

  private differ(kind: ProofDifference['kind'], fill: number, timeMs: number, fields: ProofDifference['fields']): void {
    this.difference ??= { kind, fill, timeMs, fields: fields.map(shortened) };
  }
}

/** Terms of the identity that every bot keeps. */
const IDENTITY = [
  'start',
  'deposits',
  'withdrawals',
  'gridProfit',
  'positionProfit',
  'fees',
  'funding',
  'interest',
  'profitShare',
  'equity',
  'residual',
] as const;

const SILENT = { isQuiet: true, fill: () => {}, order: () => {}, operation: () => {}, finish: () => {} };

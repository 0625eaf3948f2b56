import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { type BotRecord, parseBotRecord, type StoredPayload } from '../bots/bot-record.ts';
import { MOST_TAPED_CALLS, NO_TAPE } from '../bots/tape-recorder.ts';
import { readTape, type TapedCall } from '../bots/tape-words.ts';
import type { ProofRow } from '../proofs/proof-shape.ts';
import { Replay } from '../proofs/replay.ts';
import type { ForkBegin, ForkGap } from './fork-shape.ts';
import type { LaterCall } from './fork-side.ts';

type Params = EngineParamsByKind[RunnableKind];

/** The machine as it was at the moment. */
export interface ThenMachine {
  readonly spec: MarketSpec;
  readonly params: Params;
  readonly snapshot: unknown;
  /** It waits for its trigger. */
  readonly isWaiting: boolean;
}

/**
 * A bot's life as its tape has it: how its machine stood at a moment, what was done to it from outside after that, and where that led.
 */
export class TapedLife {
  readonly record: BotRecord;
  readonly later: LaterCall[] = [];
  readonly replay: Replay;
  private readonly timeMs: number;
  private readonly untilMs: number;
  private stood: ThenMachine | null = null;
  /** What it had been asked to be at the moment, where a change came after it; null: that was not kept. */
  private asked: StoredPayload | null | undefined = undefined;
  private lastMs = 0;
  private isRead = false;
  private found: ForkGap | null;

  constructor({ row, params, timeMs, untilMs }: Omit<ForkBegin, 'change'>) {
    const { record }: { readonly record: unknown } = JSON.parse(row);
    this.record = parseBotRecord(record);
    this.replay = new Replay({ kind: this.record.kind, params, onFill: () => {} });
    this.timeMs = timeMs;
    this.untilMs = untilMs;
    this.found = this.record.taped === NO_TAPE ? 'no-tape' : null;
  }

  /** Part of the tape that is behind, 0…1. */
  get progress(): number {
    const { taped } = this.record;
    return this.isRead || this.found !== null || taped <= 0 ? 1 : this.replay.calls / taped;
  }

  take(rows: readonly ProofRow[]): void {
    for (const { timeMs, value } of rows) {
      if (this.progress >= 1) return;
      try {
        for (const taped of readTape(value, timeMs)) this.make(taped);
      } catch {
        // A tape that the engine of today does not follow: the proof says where.
        this.found ??= 'off-tape';
      }
    }
  }

  private make(taped: TapedCall): void {
    const { call } = taped;
    const isBehind = this.replay.calls >= this.record.taped || call.timeMs > this.untilMs;
    if (isBehind) this.isRead = true;
    if (this.isRead) return;
    if (call.timeMs > this.timeMs && this.stood === null) this.stand();
    if (this.found !== null) return;
    this.lastMs = call.timeMs;
    const before = this.replay.params;
    this.replay.make(taped);
    const after = this.replay.params;
    if (this.stood === null || call.type !== 'outside' || call.call.type === 'start') return;
    const { timeMs } = call;
    if (call.call.type !== 'change') this.later.push({ timeMs, call: call.call });
    else if (before !== null && after !== null) {
      this.later.push({ timeMs, call: call.call, before, after });
      if (this.asked === undefined) this.asked = call.call.was ?? null;
    }
  }

  /** The moment has come. */
  private stand(): void {
    const { spec, params, end } = this.replay;
    if (spec === null || params === null) this.found = 'not-begun';
    else if (end !== null) this.found = 'over';
    else {
      const { machine } = this.replay;
      this.stood = { spec, params, snapshot: machine.snapshot(), isWaiting: machine.status === 'open' };
    }
  }

  /** The tape is over: why there is nothing to compare, or null. */
  close(): ForkGap | null {
    this.isRead = true;
    if (this.found === null && this.stood === null) this.stand();
    if (this.found !== null) return this.found;
    if (this.endMs <= this.timeMs) return 'tape-full';
    return this.payload === null ? 'unkept' : null;
  }

  get standing(): ThenMachine {
    if (this.stood === null) throw new Error('a fork of a moment that did not come');
    return this.stood;
  }

  /** What it had been asked to be at the moment; null: that was not kept. */
  get payload(): StoredPayload | null {
    return this.asked === undefined ? this.record.payload : this.asked;
  }

  get isTapeFull(): boolean {
    return this.record.taped >= MOST_TAPED_CALLS;
  }

  /** Up to where the tape tells what happened to it, on a minute. */
  get endMs(): number {
    if (!this.isTapeFull) return this.untilMs;
    return Math.min(this.untilMs, Math.floor(this.lastMs / MINUTE_MS) * MINUTE_MS);
  }
}

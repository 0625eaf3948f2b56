import type { BotChange } from '#lib/engine/engine-kind.ts';
import type { BotMachine, EngineSink, Fill } from '#lib/engine/machine.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { parseParams } from '#lib/kinds/stored-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { changeMachine } from '../bots/change-bot.ts';
import { createMachine } from '../bots/live-bot.ts';
import { callMachine } from '../bots/machine-call.ts';
import type { TapedCall } from '../bots/tape-words.ts';
import { createTapeView, OffTape, type TapeView } from './tape-view.ts';

/** What a replay begins with. */
export interface ReplayInput {
  readonly kind: RunnableKind;
  /** Exact params as they are stored: those of the creation, then those of each change. */
  readonly params: readonly string[];
  /** Hears what the machine does; its fills above all. */
  readonly onFill: (fill: Fill) => void;
}

export interface ReplayEnd {
  readonly timeMs: number;
  readonly prices: Prices;
}

/**
 * Makes a bot's machine anew and calls it as its tape says: nobody else is asked, so what it does is what its engine does with what happened.
 * Throws OffTape where the two do not fit.
 */
export class Replay {
  private readonly input: ReplayInput;
  private readonly sink: EngineSink;
  private paramsAt = 0;
  private view: TapeView | null = null;
  private present: BotMachine | null = null;
  /** The market of the bot as its tape describes it; null before the first call. */
  spec: MarketSpec | null = null;
  params: EngineParamsByKind[RunnableKind] | null = null;
  end: ReplayEnd | null = null;
  calls = 0;

  constructor(input: ReplayInput) {
    this.input = input;
    this.sink = {
      fill: input.onFill,
      order: () => {},
      operation: () => {},
      finish: (_reason, timeMs, prices) => {
        this.end = { timeMs, prices };
      },
    };
  }

  get machine(): BotMachine {
    if (this.present === null) throw new OffTape('the tape does not begin with the start');
    return this.present;
  }

  /** The next call of the tape. */
  make({ call, answers }: TapedCall): void {
    this.calls += 1;
    if (call.type === 'outside' && call.call.type === 'start') this.begin(call.call.spec);
    this.view?.give(answers);
    this.tell(call);
    const left = this.view?.left ?? 0;
    if (left > 0) throw new OffTape(`${left} answers of the tape were not asked for`);
  }

  private begin(spec: MarketSpec): void {
    if (this.present !== null) throw new OffTape('the tape begins twice');
    const { kind } = this.input;
    this.spec = spec;
    this.view = createTapeView(spec);
    this.params = this.nextParams(spec);
    this.present = createMachine(kind, this.params, this.view, this.sink);
  }

  private nextParams(spec: MarketSpec): EngineParamsByKind[RunnableKind] {
    const text = this.input.params[this.paramsAt];
    if (text === undefined) throw new OffTape('params of a change are missing');
    this.paramsAt += 1;
    return parseParams(text, spec);
  }

  private tell(call: TapedCall['call']): void {
    const { machine } = this;
    const { timeMs } = call;
    if (call.type === 'time') machine.wakeByTime(timeMs, call.prices);
    else if (call.type === 'price') {
      if (call.isJump) machine.jump(call.feed, call.ticks, timeMs);
      else machine.move(call.feed, call.ticks, timeMs);
    } else if (call.call.type === 'start') machine.start(call.prices, timeMs);
    else if (call.call.type === 'change') {
      const { deposit, isLaidAnew } = call.call;
      this.change({ deposit, isLaidAnew, prices: call.prices, timeMs });
    } else {
      const refusal = callMachine(machine, call.call, call.prices, timeMs);
      if (refusal !== null) throw new OffTape(`${call.call.type} was refused: ${refusal}`);
    }
  }

  private change(change: BotChange): void {
    const { machine, params, spec, view } = this;
    if (params === null || spec === null || view === null) throw new OffTape('a change before the start');
    const after = this.nextParams(spec);
    const changed = changeMachine(this.input.kind, params, after, machine.snapshot(), change, view, this.sink);
    if (typeof changed === 'string') throw new OffTape(`a change was refused: ${changed}`);
    this.params = after;
    this.present = changed;
  }
}

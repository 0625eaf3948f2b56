import type { Bar } from './bar.ts';
import { createIndicator, type IndicatorId } from './catalogue.ts';
import { type Comparator, compare } from './comparators.ts';
import { type Condition, coerceTdNine, indicatorIdOf, readArgs } from './condition.ts';
import { type CellIndicator, type IndicatorState, packNumber } from './indicator.ts';

/** Everything that a bank remembers, safe for JSON. */
export interface BankState {
  /** Values at the last bar and at the one before, two for each indicator. */
  readonly values: IndicatorState;
  readonly indicators: readonly IndicatorState[];
}

/**
 * The indicators that the sides of one K-line period need, each of them once however many conditions name it. Feed it
 * one closed bar per K-line; then the sides that were made with it say whether they hold.
 */
export class IndicatorBank {
  readonly #indicators: CellIndicator[] = [];
  readonly #slots = new Map<string, number>();
  /** Two for each indicator: its value at the last bar, and at the bar before. */
  #values = new Float64Array(0);

  /** Where the values of this indicator stand; only before the first bar. */
  slot(id: IndicatorId, args: readonly number[]): number {
    const key = `${id} ${args.join(' ')}`;
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const slot = this.#indicators.length;
    this.#indicators.push(createIndicator(id, args));
    this.#slots.set(key, slot);
    this.#values = new Float64Array(2 * slot + 2).fill(Number.NaN);
    return slot;
  }

  update(bar: Bar): void {
    const values = this.#values;
    const indicators = this.#indicators;
    for (let slot = 0; slot < indicators.length; slot += 1) {
      values[2 * slot + 1] = values[2 * slot] as number;
      values[2 * slot] = (indicators[slot] as CellIndicator).update(bar);
    }
  }

  /** How many indicators are computed. */
  get size(): number {
    return this.#indicators.length;
  }

  compare(comparator: Comparator, left: number, right: number): boolean {
    const values = this.#values;
    return compare(
      comparator,
      values[2 * left + 1] as number,
      values[2 * right + 1] as number,
      values[2 * left] as number,
      values[2 * right] as number,
    );
  }

  save(): BankState {
    return {
      values: Array.from(this.#values, packNumber),
      indicators: this.#indicators.map((indicator) => indicator.save()),
    };
  }

  /** Goes on from a saved state; the same sides must have been made with it before, in the same order. */
  load(state: BankState): void {
    if (state.indicators.length !== this.#indicators.length || state.values.length !== this.#values.length) {
      throw new RangeError('The state of a bank with other indicators');
    }
    this.#values.set(state.values.map(Number));
    for (const [slot, indicator] of this.#indicators.entries()) {
      indicator.load(state.indicators[slot] as IndicatorState);
    }
  }
}

interface Step {
  readonly isOr: boolean;
  readonly comparator: Comparator;
  readonly left: number;
  readonly right: number;
}

/**
 * Whether the conditions of one side hold at the close of the last K-line. They are joined from left to right without
 * precedence: ((first ∘ second) ∘ third) …, each ∘ being the later one's own operation. A condition one of whose
 * values is still warming up does not hold. A side without conditions never holds.
 *
 * Sides of one period share a bank: make them with it, feed the bank each bar once, ask each side `holds()`. A side
 * that was given no bank has its own: `update` feeds it and asks.
 */
export class SideEvaluator {
  readonly #bank: IndicatorBank;
  readonly #steps: readonly Step[];

  /** Conditions that `checkConditions` has nothing against; others throw. */
  constructor(conditions: readonly Condition[], bank = new IndicatorBank()) {
    this.#bank = bank;
    this.#steps = conditions.map((written) => {
      const condition = coerceTdNine(written);
      return {
        isOr: condition.operations === 'or',
        comparator: condition.comparatorName,
        left: slotOf(bank, condition.indicatorName, condition.indicatorArgs),
        right: slotOf(bank, condition.compareIndicatorName, condition.compareIndicatorArgs),
      };
    });
  }

  /** Feeds the bank – which must be this side's own – and says whether the side holds now. */
  update(bar: Bar): boolean {
    this.#bank.update(bar);
    return this.holds();
  }

  holds(): boolean {
    const bank = this.#bank;
    let holds = false;
    for (let i = 0; i < this.#steps.length; i += 1) {
      const step = this.#steps[i] as Step;
      // What "or" and "and" cannot change any more is not compared.
      if (i > 0 && step.isOr === holds) continue;
      holds = bank.compare(step.comparator, step.left, step.right);
    }
    return holds;
  }

  save(): BankState {
    return this.#bank.save();
  }

  load(state: BankState): void {
    this.#bank.load(state);
  }
}

function slotOf(bank: IndicatorBank, name: string, args: readonly string[]): number {
  const id = indicatorIdOf(name);
  if (id === null) throw new RangeError(`There is no indicator ${name}`);
  return bank.slot(id, readArgs(id, args));
}

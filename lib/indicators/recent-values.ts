import type { Cell } from './indicator.ts';

const COUNT = 0;
const CURSOR = 1;
const WINDOW = 2;

/** The last `length` values, for indicators that look at all of them anew with every bar. */
export class RecentValues implements Cell {
  readonly memory: Float64Array;
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
    this.memory = new Float64Array(WINDOW + length);
  }

  get isFull(): boolean {
    return this.memory[COUNT] === this.#length;
  }

  push(input: number): void {
    const { memory } = this;
    const cursor = memory[CURSOR] as number;
    memory[WINDOW + cursor] = input;
    memory[CURSOR] = cursor + 1 === this.#length ? 0 : cursor + 1;
    if ((memory[COUNT] as number) < this.#length) memory[COUNT] = (memory[COUNT] as number) + 1;
  }

  /** The value `ago` pushes before the last one (0 = the last). Only what has been pushed is there. */
  at(ago: number): number {
    const place = (this.memory[CURSOR] as number) - 1 - ago;
    return this.memory[WINDOW + (place < 0 ? place + this.#length : place)] as number;
  }

  highest(): number {
    let highest = Number.NEGATIVE_INFINITY;
    const end = WINDOW + (this.memory[COUNT] as number);
    for (let i = WINDOW; i < end; i += 1) if ((this.memory[i] as number) > highest) highest = this.memory[i] as number;
    return highest;
  }

  lowest(): number {
    let lowest = Number.POSITIVE_INFINITY;
    const end = WINDOW + (this.memory[COUNT] as number);
    for (let i = WINDOW; i < end; i += 1) if ((this.memory[i] as number) < lowest) lowest = this.memory[i] as number;
    return lowest;
  }

  /** Mean of a full window. */
  mean(): number {
    let sum = 0;
    for (let i = WINDOW; i < this.memory.length; i += 1) sum += this.memory[i] as number;
    return sum / this.#length;
  }

  /** Mean distance of a full window from `centre`. */
  meanDeviation(centre: number): number {
    let sum = 0;
    for (let i = WINDOW; i < this.memory.length; i += 1) sum += Math.abs((this.memory[i] as number) - centre);
    return sum / this.#length;
  }
}

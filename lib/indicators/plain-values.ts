import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

/** The close itself. */
export class Close extends CellIndicator {
  update(bar: Bar): number {
    this.own[0] = bar.close;
    return bar.close;
  }
}

/** The volume of the bar, base units. */
export class Volume extends CellIndicator {
  update(bar: Bar): number {
    this.own[0] = bar.volume;
    return bar.volume;
  }
}

/** A number that the trader typed: the same at every bar. */
export class Constant extends CellIndicator {
  readonly #constant: number;

  constructor(constant: number) {
    super();
    this.#constant = constant;
  }

  update(): number {
    this.own[0] = this.#constant;
    return this.#constant;
  }
}

/**
 * On-balance volume: the volume added on a higher close, taken away on a lower one (Joseph Granville, 1963). Starts at
 * the first bar's volume as TA-Lib's OBV does.
 */
export class OnBalanceVolume extends CellIndicator {
  constructor() {
    super(2);
  }

  update(bar: Bar): number {
    const { own } = this;
    const before = own[1] as number;
    const hasBefore = own[2] === 1;
    let total = hasBefore ? (own[0] as number) : bar.volume;
    if (hasBefore && bar.close > before) total += bar.volume;
    else if (hasBefore && bar.close < before) total -= bar.volume;
    own[0] = total;
    own[1] = bar.close;
    own[2] = 1;
    return total;
  }
}

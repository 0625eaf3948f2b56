import type { CandleColumns } from '../../engine/candles.ts';
import { type PricePath, swingsOf, turningPoints } from '../../engine/turning-points.ts';

/** Every level of reduction leaves out swings this much larger than the one before. */
const SWING_STEP = 1.25;

/** The paths of candles [from, until), from exact to coarse; each is made when it is first asked for, from the one before. */
export class SwingPaths {
  private readonly candles: CandleColumns;
  private readonly from: number;
  private readonly until: number;
  private readonly goesOn: boolean;
  private readonly paths: PricePath[] = [];

  /** `goesOn`: bots on it come from the candles before. */
  constructor(candles: CandleColumns, from: number, until: number, goesOn = false) {
    this.candles = candles;
    this.goesOn = goesOn;
    this.from = from;
    this.until = until;
  }

  /** The path with the most left out that a bot of this least swing allows. */
  of(swing: number): PricePath {
    const level = swing < 2 ? 0 : 1 + Math.floor(Math.log(swing / 2) / Math.log(SWING_STEP));
    if (this.paths.length === 0) this.paths.push(this.exact());
    while (this.paths.length <= level) {
      const finest = Math.floor(2 * SWING_STEP ** (this.paths.length - 1));
      this.paths.push(swingsOf(this.paths[this.paths.length - 1] as PricePath, finest));
    }
    return this.paths[level] as PricePath;
  }

  /** Going on from candles before it, a path begins with a jump where those ended at another price. */
  private exact(): PricePath {
    const path = turningPoints(this.candles, this.from, this.until);
    const { open, close } = this.candles;
    if (!this.goesOn || path.jump.length === 0) return path;
    const isGap = (open[this.from - 1] as number) < 0 || (open[this.from] as number) !== close[this.from - 1];
    if (isGap) path.jump[0] = 1;
    return path;
  }
}

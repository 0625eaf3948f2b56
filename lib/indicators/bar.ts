/** A closed K-line. Prices in any one unit (ticks or quote), floats allowed; volume in base units. */
export interface Bar {
  /** Open time, ms since the epoch, UTC. */
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

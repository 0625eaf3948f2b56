/** A price of one of a bot's markets that its owner looks for on a chart, and what it is. */
export interface MarketLine {
  /** Which price it is one of: of a contract its last or its mark. */
  readonly feed: number;
  /**
   * cost: what was paid a coin, on average; entry: what the contracts were opened at; rebalance: where shares are traded back; reduction:
   * where parts of both legs are closed; liquidation.
   */
  readonly role: 'cost' | 'entry' | 'rebalance' | 'reduction' | 'liquidation';
  /** May be fractional. For display. */
  readonly ticks: number;
}

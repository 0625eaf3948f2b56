import type { MarketSpec } from '../../money/market-spec.ts';
import { type EngineSink, EQUITY_SCALE, type MarketView, type OrderReason, type WithheldOrder } from '../machine.ts';
import type { CoinTerms } from './coin-terms.ts';
import { changeUnits, setTotal, type Total, wholeUnitsOf } from './exact.ts';
import { type Block, behindRows, namedWords } from './layout.ts';
import { TotalWords } from './total-words.ts';

/** What all legs of a bot share. */
export interface LegAccount {
  /** One money, whichever leg moves it. */
  moveMoney(units: bigint): void;
  readonly isHeard: boolean;
  readonly view: MarketView;
  readonly sink: EngineSink;
  fills: number;
}

const HEAD = ['withheldCode', 'isWithheldSale', 'withheldTicks'] as const;
const TOTALS = 6;

/** Words of one leg. */
export const COIN_LEG_WORDS = behindRows(HEAD.length, TotalWords.size, TOTALS);

/** Why a leg has no order; a leg keeps the place in this list, so it only grows at its end. */
const WITHHELD = ['none', 'below-minimum', 'no-funds', 'spread-exceeded'] as const satisfies readonly (
  | OrderReason
  | 'none'
)[];

export type LegWithheld = Exclude<(typeof WITHHELD)[number], 'none'>;

/**
 * The coins of one of a bot's markets and their books. Any number of coins has room: they are counted in units. What is held
 * cost −positionCash before fees, and `paid` with the fees that were taken in coins. start + gridProfit + positionCash − fees
 * is what trading the leg has moved of the money.
 */
export class CoinLeg extends namedWords(...HEAD) {
  declare readonly params: CoinTerms;
  declare readonly feed: number;
  declare private readonly account: LegAccount;
  /** Units of the coin. */
  declare readonly base: Total;
  /** Worth of what the trader brought, at the start. */
  declare readonly start: Total;
  /** Profit of what was sold, before fees. */
  declare readonly gridProfit: Total;
  declare readonly positionCash: Total;
  declare readonly fees: Total;
  declare readonly paid: Total;
  /** Worth of a unit at one tick, as a float. */
  declare readonly tickUnits: number;

  constructor(params: CoinTerms, feed: number, account: LegAccount, block: Block) {
    super(block.words, block.next(HEAD.length));
    const total = (): Total => new TotalWords(block.words, block.next(TotalWords.size));
    this.params = params;
    this.feed = feed;
    this.account = account;
    this.base = total();
    this.start = total();
    this.gridProfit = total();
    this.positionCash = total();
    this.fees = total();
    this.paid = total();
    this.tickUnits = Number(params.spec.tickUnits);
  }

  get spec(): MarketSpec {
    return this.params.spec;
  }

  moveMoney(units: bigint): void {
    this.account.moveMoney(units);
  }

  moveHeld(units: bigint): void {
    changeUnits(this.base, units);
  }

  get isHeard(): boolean {
    return this.account.isHeard;
  }

  get view(): MarketView {
    return this.account.view;
  }

  get sink(): EngineSink {
    return this.account.sink;
  }

  get fills(): number {
    return this.account.fills;
  }

  set fills(fills: number) {
    this.account.fills = fills;
  }

  get held(): bigint {
    return wholeUnitsOf(this.base);
  }

  set held(units: bigint) {
    setTotal(this.base, units * EQUITY_SCALE);
  }

  /** Why it has no order; null when it needs none. */
  get reason(): LegWithheld | null {
    return this.withheldCode === 0 ? null : (WITHHELD[this.withheldCode] as LegWithheld);
  }

  withhold(reason: LegWithheld, side: 'buy' | 'sell', ticks: number): void {
    this.withheldCode = WITHHELD.indexOf(reason);
    this.isWithheldSale = Number(side === 'sell');
    this.withheldTicks = ticks;
  }

  withholdNothing(): void {
    this.withheldCode = 0;
  }

  withheldOrder(): WithheldOrder | null {
    const { feed, reason } = this;
    if (reason === null) return null;
    return { feed, side: this.isWithheldSale === 1 ? 'sell' : 'buy', level: -1, ticks: this.withheldTicks, reason };
  }
}

import type { ContractSpec } from '../../formulas/contract-value.ts';
import type { MartingaleTerms } from '../../formulas/martingale-terms.ts';

/** Exact parameters of a martingale, as its engine takes them: on a spot market, or on a contract when the spec is one. */
export interface MartingaleParams extends MartingaleTerms {
  /** The bot waits until the last price touches it; null: it opens at once. Later rounds do not wait. */
  readonly triggerTicks: number | null;
}

/** The same on a contract. */
export interface ContractMartingaleParams extends MartingaleParams {
  readonly spec: ContractSpec;
}

import type { LoanTerms } from '../../engine/body/loan.ts';
import type { SpotGridParams } from '../spot-grid/params.ts';

/**
 * Exact parameters of a margin grid: a spot grid of `leverage` times the investment, of which the part above the
 * investment is borrowed.
 */
export interface MarginGridParams extends SpotGridParams, LoanTerms {}

import { z } from 'zod';
import { PLAN_REMARKS } from './plan-words.ts';
import { asset, figure, fingerprint, signedDecimal } from './wire.ts';

/** One of the figures that a plan comes to (ours). `currency`: '' of prices and parameters. */
export const planFigure = z.object({
  name: z.string().max(64),
  currency: z.union([z.literal(''), asset]),
  amount: figure,
});

/**
 * A figure as it was planned, as it came, and happened − planned; '' where there is none. `fingerprint`: of the plan that it is of, as the act
 * named it; absent in records of before it was kept.
 */
export const planOutcome = z.object({
  fingerprint,
  figures: z.array(
    planFigure.omit({ amount: true }).extend({
      planned: figure,
      happened: figure,
      difference: z.union([z.literal(''), signedDecimal]),
    }),
  ),
  remarks: z.array(z.enum(PLAN_REMARKS)),
});

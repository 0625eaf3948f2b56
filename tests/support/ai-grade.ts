import type { AiGrade } from '#lib/contract/ai-judged.ts';

/** A grade as a bot of AI parameters keeps it. */
export const AI_GRADE: AiGrade = {
  grade: 'B',
  held_out_rate: '0.0123',
  hold_rate: '-0.0045',
  median_rate: '0.0067',
  neighbour_low: '0.0011',
  neighbour_high: '0.0144',
  weeks: 8,
  track: { cases: 31, rate: '0.0088', over_hold: '0.0022', over_median: '0.0033' },
  track_order: 'unordered',
  cycle: 7,
  computed_at: 1_779_271_200,
};

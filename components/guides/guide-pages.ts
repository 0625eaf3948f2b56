/** The pages of every guide, in order (E-099, E-378). */
export const GUIDE_PAGES = ['setup', 'earn', 'worth', 'risk'] as const;
export type GuidePageId = (typeof GUIDE_PAGES)[number];

/** Which of the three sentences of a kind's guide a page says; the third page speaks of its picture. */
export const GUIDE_TEXTS = { setup: 'range', earn: 'match', worth: null, risk: 'risk' } as const satisfies Readonly<
  Record<GuidePageId, 'range' | 'match' | 'risk' | null>
>;

import type { RunnableKind } from './definitions.ts';
import { KIND_FACTS } from './facts.ts';

/** The kinds that have a guide of their own (C-044, E-102), in the documents' order. Carries no form code: panels bundle it. */
export const GUIDED_KINDS = [
  'spot_grid',
  'futures_grid',
  'smart-position',
  'martingale',
  'contract-martingale',
  'spot-future-arbitrage',
  'infinite_grid',
  'margin_grid',
] as const satisfies readonly RunnableKind[];
export type GuidedKind = (typeof GUIDED_KINDS)[number];

export function hasGuide(kind: string): kind is GuidedKind {
  return GUIDED_KINDS.some((one) => one === kind);
}

/** What the browser remembers of a guide: that it was opened, and of one that ends with the trailing range that its end was seen (E-104, E-105, H23). */
export interface GuideFlags {
  readonly opened: string;
  readonly ended: string | null;
}

export function guideFlags(kind: GuidedKind): GuideFlags {
  const opened = `guide_${kind}`;
  return { opened, ended: KIND_FACTS[kind].trails ? `${opened}_trailing` : null };
}

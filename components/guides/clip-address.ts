import type { GuidedKind } from '#lib/kinds/guides.ts';
import type { GuidePageId } from './guide-pages.ts';

/** Of the recorded page, CSS pixels: a phone's width. */
export const CLIP_SIZE = { width: 390, height: 560 } as const;

/** The file of a page's clip below `public`, as `npm run clips` writes it. */
export function clipFile(kind: GuidedKind, page: GuidePageId): string {
  return `clips/${kind}-${page}.webm`;
}

/** Kept for ever by browsers (next.config.mjs): others have another address. */
export function clipAddress(kind: GuidedKind, page: GuidePageId): string {
  return `/${clipFile(kind, page)}?v=${process.env.CLIPS_VERSION}`;
}

'use client';

import type { SessionInfo } from './session.ts';
import { createTold } from './told.ts';

/**
 * Who is looking, for what a page loads first: the frame, which comes late, asks (session.ts) and tells it here. So nobody who only reads has
 * to load what asks, keeps and repeats calls before his page is alive.
 */

const viewer = createTold<SessionInfo>();

/** Undefined: it is not known (any more). */
export const tellViewer = viewer.tell;

/** Undefined while unknown (until the frame is there and has its answer), then guest or trader. Public HTML never depends on it. */
export const useViewer = viewer.useTold;

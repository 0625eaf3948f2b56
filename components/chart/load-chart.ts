'use client';

import { latePart } from '#lib/client/late-part.ts';
import { partKey } from '#lib/client/live-lines.ts';

const NAME = 'chart';

/** The line that tells how asking for the chart's library goes (live-lines.ts). */
export const CHART_LINE = partKey(NAME);

/** The one file that has the chart library: after first paint, and until it comes. */
export function loadChart() {
  return latePart(NAME, () => import('./mount-chart.ts'));
}

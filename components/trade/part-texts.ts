import type { Namespace } from '#lib/i18n/messages.ts';

/** Texts of what a phone shows only when it is opened: the panel with its forms, the trader's bots, the marks of a form. */
export const PART_TEXTS = [
  'fields',
  'issues',
  'refusals',
  'bots',
  'backtests',
  'conditions',
  'public',
] as const satisfies readonly Namespace[];

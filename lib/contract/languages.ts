/**
 * Languages of the product, in the order of the switch: those whose folder in messages/ is whole (tests/rooms/messages.test.ts decides).
 * A language is a word here, a line of facts in lib/i18n/languages.ts and its folder.
 */
export const LANGUAGES = ['en', 'zh', 'es', 'pt', 'ru', 'tr', 'vi', 'ja', 'ko', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

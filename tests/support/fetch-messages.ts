import { loadMessages } from '#lib/i18n/messages.ts';

/** Tests of screens have no site to ask: texts that are loaded late come from their files. */
export const fetchMessages = loadMessages;

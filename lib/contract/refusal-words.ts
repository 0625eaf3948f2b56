import { isRecord } from './is-record.ts';

/** The longest sentence of a stranger that is shown. */
const LONGEST_WORDS = 300;
// Markup, control characters, and marks that turn the direction of a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_WORDS = /[<>{}\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Whether a message is for people: several words, or a script that has no spaces. Codes and markup are not. */
export function isWords(message: string): boolean {
  const text = message.trim();
  if (text === '' || text.length > LONGEST_WORDS || NOT_WORDS.test(text)) return false;
  return /[\p{L}\d][,.!?:]*\s+\p{L}/u.test(text) || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/.test(text);
}

const IS_CODE = /^[\w.-]{1,60}$/;

/** Whether a text is a machine's word, for which there may be a sentence of ours. */
export function isIssueCode(text: string): boolean {
  return IS_CODE.test(text);
}

/**
 * What a refusal says to people, wherever its exchange has put it: under `msg` (fund passwords, margins: C-394, E-312, M-341), in its message, or – where
 * it names nothing that we have a sentence for – beside its data (M-310, M-321, M-333). Null: nothing.
 */
export function wordsOfRefusal(reply: unknown): string | null {
  if (!isRecord(reply)) return null;
  const { msg, message, data } = reply;
  const { issue, message: within } = isRecord(data) ? data : {};
  const isNamed = [issue, message].some((text) => typeof text === 'string' && isIssueCode(text));
  const said = [msg, message, isNamed ? null : within].find((text) => typeof text === 'string' && isWords(text));
  return typeof said === 'string' ? said.trim() : null;
}

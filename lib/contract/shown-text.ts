/**
 * The one rule for every text of a trader that others see: names of bots, descriptions, nicknames, names of condition
 * sets. Nothing in it may be invisible, turn the direction of what stands beside it, or be no character at all.
 */

/**
 * Controls (NUL among them), invisible and direction-changing characters (U+202E …), line and paragraph separators
 * (U+2028, U+2029), halves of characters, private ones, those that will never be one, and letters that are drawn as nothing (fillers of
 * Hangul, the empty Braille cell).
 */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115F\u1160\u2800\u3164\uFFA0]/u;
/** Joins two pictures to one (a family, a profession): the only invisible character with a use in a name. */
const JOINED_PICTURES =
  /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)\u200D(?=\p{Extended_Pictographic})/gu;
/** Marks piled up on a letter reach into the lines above and below. */
const PILED_MARKS = /\p{M}{4,}/u;
const LINE_BREAKS = /\r?\n|\t/g;
/** Letters, digits and common punctuation of any language; no markup. */
const NICKNAME_FORMAT = /^[\p{L}\p{M}\p{N} ._'-]{1,40}$/u;

/** Whether a text may be shown to others. Descriptions have lines, names have not. */
export function isShownText(text: string, { hasLines = false }: { readonly hasLines?: boolean } = {}): boolean {
  const lines = hasLines ? text.replace(LINE_BREAKS, ' ') : text;
  const plain = lines.replace(JOINED_PICTURES, '');
  return !NOT_SHOWN.test(plain) && !PILED_MARKS.test(plain);
}

export function isNickname(name: string): boolean {
  return NICKNAME_FORMAT.test(name) && name.trim() !== '' && isShownText(name);
}

import { describe, expect, it } from 'vitest';
import { isNickname, isShownText } from '#lib/contract/shown-text.ts';
import { isDescriptionClean, isNameClean } from '#lib/strategies/rules/text.ts';

const POINTS = [
  0x00, 0x07, 0x1b, 0x7f, 0x85, 0xad, 0x200b, 0x200d, 0x200f, 0x202a, 0x202e, 0x2028, 0x2029, 0x2066, 0x2069,
];
/** Letters that nobody sees. */
const BLANK = [0x115f, 0x1160, 0x2800, 0x3164, 0xffa0];
const BAD = [...POINTS, ...BLANK, 0xfeff, 0xfffe, 0xffff, 0xe000, 0xe0041, 0x10ffff].map((point) =>
  String.fromCodePoint(point),
);
/** Halves of a character. */
const HALVES = ['\ud83d', '\ude00', 'a\ud83db'];

describe('texts that others see (F8)', () => {
  it.each([...BAD, ...HALVES].map((text) => [JSON.stringify(text), text]))('may not hold %s anywhere', (_, text) => {
    for (const one of [text, `a${text}b`, `${text}网格`]) {
      expect(isShownText(one)).toBe(false);
      expect(isShownText(one, { hasLines: true })).toBe(false);
      expect(isNameClean(one)).toBe(false);
      expect(isDescriptionClean(one)).toBe(false);
      expect(isNickname(one)).toBe(false);
    }
  });

  it('may have any letters, marks and whole pictures, and lines where lines belong', () => {
    for (const text of ['网格 1', 'Ünï', 'résumé', 'Привет', 'नमस्ते', '😀', '👩‍🚀', '👨‍👩‍👧', '🏳️‍🌈', '🧑🏽‍💻'])
      expect(isShownText(text), text).toBe(true);
    expect(isShownText('one\r\ntwo\tthree', { hasLines: true })).toBe(true);
    expect(isShownText('one\ntwo')).toBe(false);
  });

  it('may not pile marks up', () => {
    expect(isShownText(`Z${'\u0301'.repeat(3)}`)).toBe(true);
    expect(isShownText(`Z${'\u0301'.repeat(4)}`)).toBe(false);
  });
});

import { createTranslator } from 'next-intl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MissingTexts, saysMissing } from '#tests/support/missing-texts.ts';

afterEach(() => vi.restoreAllMocks());

/** What next-intl writes where nobody listens to its errors: on a browser's console, and on the server's stderr. */
function complaint(messages: object, key: string): string {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  createTranslator({ locale: 'en', messages })(key as never);
  return written.mock.calls.join('\n');
}

describe('texts that are missing', () => {
  it.each([
    ['a text that is not there', {}, 'card.title'],
    ['a part of the texts in place of one', { card: { title: 'A' } }, 'card'],
    ['a blank that is not filled', { title: '{name}' }, 'title'],
    ['a text that is no message', { title: '{name' }, 'title'],
  ])('are known by what next-intl says of %s', (_what, messages, key) => {
    expect(saysMissing(complaint(messages, key))).toBe(true);
  });

  it('are no other errors, and none where a text is there', () => {
    expect(saysMissing('TypeError: x is undefined')).toBe(false);
    expect(complaint({ title: 'A' }, 'title')).toBe('');
  });

  it('are heard in whatever pieces they come, each once, until they were asked for', () => {
    const texts = new MissingTexts();
    for (const part of ['{"event":"up"}\nError: MISSING_', 'MESSAGE: a.b (en)\n', 'Error: MISSING_MESSAGE: a.b (en)\n'])
      texts.hear(part);
    texts.hear('Error: MISSING_MESSAGE: c (de)');
    expect(texts.take()).toEqual(['Error: MISSING_MESSAGE: a.b (en)', 'Error: MISSING_MESSAGE: c (de)']);
    expect(texts.take()).toEqual([]);
  });
});

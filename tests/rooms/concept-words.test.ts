import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { CONCEPTS, otherWords } from './concept-words.ts';
import { textsIn } from './message-faults.ts';

const root = fileURLToPath(new URL('../../messages', import.meta.url));
const english = textsIn(join(root, 'en'));
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

describe('one word for one concept', () => {
  it.each(OTHERS)('in %s', (language) => {
    expect(otherWords(language, english, textsIn(join(root, language)))).toEqual([]);
  });

  it.each([
    ['zh', 'Copy {bot}', '复制 {bot}'],
    ['zh', 'Trailing up', '向上追踪'],
    ['ar', 'Trailing grid', 'شبكة متحركة'],
    ['ar', 'A trailing grid moves it.', 'الشبكة المتتبعة تحرّكه.'],
    ['pt', 'Your bot was copied', 'O seu robô foi copiado'],
    ['ru', 'Paid to the provider', 'Выплачено поставщику'],
    ['ja', 'Trail up', '上方に追従'],
    ['de', 'Past results and replays guarantee nothing.', 'Ergebnisse und Replays garantieren nichts.'],
  ] as const)('is missed in %s where "%s" is "%s"', (language, en, text) => {
    const key = 'copy.json.title';
    const texts = new Map(textsIn(join(root, language))).set(key, text);
    expect(otherWords(language, new Map(english).set(key, en), texts)).toHaveLength(1);
  });

  it('is not missed in what is filled in, nor where the English word means something else', () => {
    const texts = new Map(textsIn(join(root, 'de'))).set('copy.json.title', 'Hebel {leverage}X');
    expect(otherWords('de', new Map(english).set('copy.json.title', 'Leverage {leverage}X'), texts)).toEqual([]);
    for (const { named, elsewhere = [] } of Object.values(CONCEPTS))
      for (const key of [named, ...elsewhere]) expect(english.has(key), key).toBe(true);
  });
});

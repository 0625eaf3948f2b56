import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionMark, pointOf, withPercent } from '#lib/money/written-decimal.ts';
import { type Icu, readIcu } from './icu.ts';
import { mayBeEnglish } from './same-in-every-language.ts';

/** What is wrong with the texts of a language, held against English. */

type Tree = string | { readonly [key: string]: Tree };

/** Sentences by their path: `trade.json.heatMap.title`. */
export function textsIn(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, path: string): void => {
    if (typeof tree === 'string') texts.set(path, tree);
    else for (const [key, inner] of Object.entries(tree)) walk(inner, `${path}.${key}`);
  };
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  for (const file of files) walk(JSON.parse(readFileSync(join(folder, file), 'utf8')), file);
  return texts;
}

/** Letters that a language's sentences are written in, where they are not Latin ones. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
};

/** Of round millions in Spanish, Portuguese and French ("un millón de"): nothing here is counted so far. */
const NEVER_COUNTED = new Set(['es many', 'pt many', 'fr many']);

function categoriesOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** In some a 1 is the only number of its category: `=1` says as much as `one`. */
const onlyOneIsOne = (language: string): boolean => new Intl.PluralRules(language).select(21) !== 'one';

function pluralFaults(language: string, english: Icu, { plurals }: Icu): string[] {
  const known = categoriesOf(language);
  return plurals.flatMap(({ name, categories }) => {
    // What English says alike of 1 and of 2 (B ×2) may be so where numbers have no more categories than in English.
    const isPlain =
      known.length <= 2 && english.plurals.some((one) => one.name === name && !one.categories.includes('one'));
    const isSaid = (one: string): boolean =>
      categories.includes(one) ||
      NEVER_COUNTED.has(`${language} ${one}`) ||
      (one === 'one' && (isPlain || (onlyOneIsOne(language) && categories.includes('=1'))));
    const strange = categories.filter((one) => !one.startsWith('=') && !known.includes(one));
    return [
      ...known.filter((one) => !isSaid(one)).map((one) => `has no ${one} of {${name}}`),
      ...strange.map((one) => `has a ${one} of {${name}}, which the language does not know`),
    ];
  });
}

function translationFaults(language: string, english: string, { text }: Icu, said: string): string[] {
  if (mayBeEnglish(language, text)) return [];
  if (said === english) return ['is still English'];
  const script = SCRIPTS[language];
  return script === undefined || script.test(text) ? [] : ['has no letter of the language'];
}

/** A figure is written as the figures beside it are, and as it is typed: 0,1 in German. Three digits after the other sign are a group. */
function figureFaults(language: string, { text }: Icu): string[] {
  const other = pointOf(language) === ',' ? /\d\.(?!\d{3}(?!\d))\d/ : /\d,(?!\d{3}(?!\d))\d/;
  const found = other.exec(text);
  return found === null ? [] : [`has a figure with the decimal sign of another language (${found[0]})`];
}

/** A figure, or a blank for one, with a sign of a percent on either side, as near as a blank or nothing. */
const PERCENT = /(?:[\d}⁩][ \u00a0\u202f]?%)|(?:%[ \u00a0\u202f]?[\d{])/g;

/** A percent of a text stands as the percents beside it, which figures are (`withPercent`): 3 % in Spanish, %3 in Turkish. Marks of the direction may be left out. */
function percentFaults(language: string, said: string): string[] {
  const sign = withPercent('3', language).replaceAll(directionMark(language), '').replace('3', '');
  const isBefore = withPercent('3', language).startsWith('%');
  const wrong = (said.match(PERCENT) ?? []).filter((one) => (isBefore ? !/^%[\d{]$/.test(one) : one.slice(1) !== sign));
  return wrong.length === 0 ? [] : [`has a percent written as in another language (${wrong[0]})`];
}

/** Among letters that run from right to left 2026-01-31 is read as 31-01-2026: a date that is to be typed so stands in an isolate. */
function dateFaults(language: string, said: string): string[] {
  if (directionMark(language) === '') return [];
  const found = /(?<!\u2068)\d{4}-\d\d-\d\d/.exec(said);
  return found === null ? [] : [`has a date that its letters turn round (${found[0]})`];
}

/** What is wrong with one text, beside the English one. */
export function faultsOfText(language: string, english: string, said: string): string[] {
  if (said.trim() === '') return ['is empty'];
  let icu: Icu;
  try {
    icu = readIcu(said);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const wanted = readIcu(english);
  const options = ({ selects }: Icu): string =>
    selects
      .map((one) => `${one.name}: ${one.options.toSorted().join(' ')}`)
      .sort()
      .join('; ');
  return [
    ...(icu.args.join() === wanted.args.join()
      ? []
      : [`fills {${icu.args.join()}} where English fills {${wanted.args.join()}}`]),
    ...(icu.tags.join() === wanted.tags.join()
      ? []
      : [`has the tags ${icu.tags.join()}, English ${wanted.tags.join()}`]),
    ...(options(icu) === options(wanted) ? [] : [`chooses by ${options(icu)}, English by ${options(wanted)}`]),
    ...pluralFaults(language, wanted, icu),
    ...figureFaults(language, icu),
    ...percentFaults(language, said),
    ...dateFaults(language, said),
    ...(language === 'en' ? [] : translationFaults(language, english, icu, said)),
  ];
}

/** Every fault of a language's folder below `root`, as "key: what". */
export function messageFaults(root: string, language: string): string[] {
  const english = textsIn(join(root, 'en'));
  const said = textsIn(join(root, language));
  return [
    ...[...english.keys()].filter((key) => !said.has(key)).map((key) => `${key}: is missing`),
    ...[...said.keys()].filter((key) => !english.has(key)).map((key) => `${key}: is of no use`),
    ...[...said].flatMap(([key, text]) =>
      faultsOfText(language, english.get(key) ?? text, text).map((fault) => `${key}: ${fault} – ${text}`),
    ),
  ];
}

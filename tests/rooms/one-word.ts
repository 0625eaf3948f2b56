/**
 * One word for one concept (lib/kinds/DECISIONS.md, "Words"). What is refused is a second word of it; the names that the wire
 * gives – of kinds, calls and fields – stand as they are.
 */
const SECOND_WORDS: readonly { readonly word: string; readonly second: RegExp; readonly isAtHome?: RegExp }[] = [
  {
    // The recurring buy has a portfolio as well: what both have is not named after one of them.
    word: 'portfolio',
    second:
      /\bsmart(?!Balance\b|PositionParams\b)[A-Z]\w*|\bSMART_(?!REBALANCE\b|POSITION\b|POSITION_(?:FACTS|ENGINE|HELP|WIRE)\b)\w+|'smart-(?!position')/,
    isAtHome: /^lib\/(kinds\/smart-position\/|contract\/kinds\/smart-position\.ts$)/,
  },
  {
    word: 'indicator',
    second: /\bcompose(?!Detail\b)[A-Z]\w*|\b[Cc]ompose[ds]?[ -](?:bot|kind|engine)|\b[Cc]ombined[ -]indicator/,
    // The calls of the documents and how they are asked for.
    isAtHome: /^lib\/contract\//,
  },
  // In two parts: this file is read too.
  { word: 'drawdown', second: new RegExp(['draw', 'down'].join('[- ]'), 'i') },
];

/** A file that all kinds need is not named after one of them; what a kind says on the wire is its own. */
const NAMED_AFTER_A_KIND = /^(?!lib\/contract\/kinds\/).*(?:smart-position|compose)[^/]*\.tsx?$/;

export const ONE_WORD_REMEDY = `Say ${SECOND_WORDS.map(({ word }) => `"${word}"`).join(' and ')}: one word for one concept, in names and comments alike.`;

/** 1-based lines that say a concept in a second word; the first for the name of the file. */
export function secondWords(path: string, text: string): number[] {
  const seconds = SECOND_WORDS.filter(({ isAtHome }) => isAtHome?.test(path) !== true);
  const found = text
    .split('\n')
    .flatMap((line, index) => (seconds.some(({ second }) => second.test(line)) ? [index + 1] : []));
  return NAMED_AFTER_A_KIND.test(path) ? [1, ...found] : found;
}

import { eachNode, lineOf } from './syntax.ts';

/** No function of the product is longer, the functions inside it counted along. */
const MOST_LINES = 70;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'StaticBlock']);

/** Blank lines and lines that are comment alone count for nothing; every other line does, JSX too. */
const COUNTS_NOT = /^\s*($|\/\/|\/\*|\*(\s|\/|$)|\{\/\*.*\*\/\}\s*$)/;

/** First lines, 1-based, of the functions that have too many from their first to their last. */
export function longFunctions(path: string, text: string): number[] {
  const counted = [0];
  for (const line of text.split('\n')) counted.push((counted.at(-1) ?? 0) + (COUNTS_NOT.test(line) ? 0 : 1));
  // Most files are shorter than a function may be: they need no parsing.
  if ((counted.at(-1) ?? 0) <= MOST_LINES) return [];
  const found: number[] = [];
  eachNode(path, text, ({ type, start, end }) => {
    if (!FUNCTIONS.has(type)) return;
    const first = lineOf(text, start);
    if ((counted[lineOf(text, end)] ?? 0) - (counted[first - 1] ?? 0) > MOST_LINES) found.push(first);
  });
  return found;
}

import { CAST_BORDERS } from './cast-borders.ts';
import { eachNode, isNode, lineOf, type SyntaxNode } from './syntax.ts';

/** Rooms of columns: an element whose index a loop keeps inside is `T | undefined` to the compiler all the same (noUncheckedIndexedAccess). */
const ROOMS_OF_COLUMNS = /^(lib\/(backtest|engine|formulas|indicators|kinds|strategies)|server\/exchange)\//;
const OF_A_TABLE = new Set(['keys', 'entries', 'fromEntries']);
const OF_A_LIST = new Set(['at', 'pop']);

const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '');

/** A field by its written name, and what a text was parsed to: neither is a column that a loop goes along. */
function isField({ property, object }: SyntaxNode): boolean {
  if (isNode(property) && property.type === 'Literal' && typeof property.value === 'string') return true;
  return isNode(object) && isNode(object.callee) && nameOf(object.callee.object) === 'JSON';
}

function isElement(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'MemberExpression') return value.computed === true && !isField(value);
  if (value.type === 'ConditionalExpression') return isElement(value.consequent) && isElement(value.alternate);
  return value.type === 'CallExpression' && isNode(value.callee) && OF_A_LIST.has(nameOf(value.callee.property));
}

/** What an element of columns can be; a text comes out of a stored row and is to be checked. */
function isOfColumns(type: unknown): boolean {
  return isNode(type) && ['TSNumberKeyword', 'TSBigIntKeyword', 'TSTypeReference'].includes(type.type);
}

/** The keys of a table of our own: types are open, so Object.keys gives strings. */
function isOfTable(value: unknown): boolean {
  if (!isNode(value) || value.type !== 'CallExpression' || !isNode(value.callee)) return false;
  return nameOf(value.callee.object) === 'Object' && OF_A_TABLE.has(nameOf(value.callee.property));
}

function isCast(path: string, { type, expression, typeAnnotation }: SyntaxNode): boolean {
  if (type === 'TSTypeAssertion') return true;
  if (type !== 'TSAsExpression' || !isNode(typeAnnotation)) return false;
  if (isNode(typeAnnotation.typeName) && nameOf(typeAnnotation.typeName) === 'const') return false;
  if (isOfTable(expression)) return false;
  return !(ROOMS_OF_COLUMNS.test(path) && isElement(expression) && isOfColumns(typeAnnotation));
}

/** Lines, 1-based, on which a source says of a value what the compiler does not know. `as unknown as` is said once. */
export function casts(path: string, text: string): number[] {
  if (!/\bas\s|<\w+>/.test(text)) return [];
  const found: number[] = [];
  eachNode(path, text, (node, around) => {
    if (around?.type !== 'TSAsExpression' && isCast(path, node)) found.push(lineOf(text, node.start));
  });
  return found;
}

/** How many a file may have. */
const ALLOWED = new Map(CAST_BORDERS.flatMap(({ files }) => Object.entries(files)));

/** The casts beyond those that the file's border has. */
export const castsOutside = (path: string, text: string): number[] => casts(path, text).slice(ALLOWED.get(path) ?? 0);

/** The numbers only go down: those that are higher than what stands there. */
export function loweredBorders(sources: ReadonlyMap<string, string>): string[] {
  return [...ALLOWED].flatMap(([path, most]) => {
    const count = casts(path, sources.get(path) ?? '').length;
    return count < most
      ? [`${path} (casts-at-borders-only): has ${count}, tests/rooms/cast-borders.ts says ${most}`]
      : [];
  });
}

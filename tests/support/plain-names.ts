import { readdirSync, readFileSync } from 'node:fs';

/** A name of something that is shown: in a list, above a column of a table, or of a row. */
export interface PlainName {
  readonly file: string;
  readonly name: string;
}

/** From here on until brackets are closed again: what a property is. */
function valueAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] as string;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ',')) return text.slice(from, at);
  }
  return text.slice(from);
}

/** Names that do not say how what they name is computed, as the source has them without its dollar signs. */
export function plainNames(folder: string): readonly PlainName[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file));
  return files.sort().flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const names = [
      ...[...text.matchAll(/<(dt|th)\b(?:[^>]|=>)*?>([\s\S]*?)<\/\1>/g)].map(([, , body = '']) => body),
      ...[...text.matchAll(/\bheader: /g)].map(({ index, 0: all }) => valueAt(text, index + all.length)),
      ...(text.includes('<FigureList')
        ? [...text.matchAll(/\blabel: /g)].map(({ index, 0: all }) => valueAt(text, index + all.length))
        : []),
      ...[...text.matchAll(/\bfigure=\{null\}/g)].map(({ index }) => lineOf(text, index)),
      // What may be left out is left out unseen: no component that names figures has none by default.
      ...[...text.matchAll(/(?<![\w.])figures?(?: = null\b|\?: [^\n]*\b(?:Term|Figure)Id\b)/g)].map(([all]) => all),
    ];
    return names
      .filter((name) => !/<Figure(?:Name|sMark)\b|figure(?:Head|Label)\(/.test(name))
      .map((name) => ({ file, name: name.replace(/\s+/g, ' ').replaceAll('$', '').trim() }));
  });
}

/** The tag around a place. */
function lineOf(text: string, at: number): string {
  return text.slice(text.lastIndexOf('<', at), text.indexOf('>', at) + 1);
}

/** A name of a figure as the source has it. */
export interface AskedFigure {
  readonly file: string;
  readonly tag: string;
}

/** Components that take what a figure is of (figure-of.ts), where they are declared. */
const TAKES = /\b(export )?function (\w+)\((?:\{[^}]*\}): FigureOf\b/g;
const HANDED = /\s(?:bot|shared|kind|values)=|\{\.\.\./;

/** Names of figures whose tips would have neither values nor the way to a page of help: what hands in no bot, kind or values. */
export function emptyTips(folder: string): readonly AskedFigure[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file));
  const files = paths.sort().map((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const taking = [...text.matchAll(TAKES)].map(([, shared, name = '']) => ({ name, isShared: shared !== undefined }));
    return { file, text, taking };
  });
  const everywhere = files.flatMap(({ taking }) => taking.flatMap(({ name, isShared }) => (isShared ? [name] : [])));
  return files.flatMap(({ file, text, taking }) => {
    const names = [...new Set([...everywhere, ...taking.map(({ name }) => name)])].join('|');
    const tags = [...text.matchAll(new RegExp(`<(?:${names})(?=\\s)`, 'g'))]
      .map(({ index }) => tagAt(text, index))
      .filter((tag) => !HANDED.test(tag) && !tag.includes('figure={null}'));
    const heads = [...text.matchAll(/(?<!function )\bfigureHead\(/g)]
      .map(({ index, 0: all }) => argumentsAt(text, index + all.length))
      .filter((given) => given.length < 3)
      .map((given) => `figureHead(${given.join(', ')})`);
    return [...tags, ...heads].map((tag) => ({ file, tag: tag.replace(/\s+/g, ' ').trim() }));
  });
}

/** A tag from its first bracket to its last. */
function tagAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth === 0 && sign === '>') return text.slice(from, at + 1);
  }
  return text.slice(from);
}

/** What a function is called with, from behind its bracket. */
function argumentsAt(text: string, from: number): readonly string[] {
  const first = valueAt(text, from);
  const end = from + first.length;
  const given = first.trim();
  if (text[end] !== ',') return given === '' ? [] : [given];
  return [given, ...argumentsAt(text, end + 1)];
}

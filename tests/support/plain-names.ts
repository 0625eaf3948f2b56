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
      ...[...text.matchAll(/\bfigure=\{null\}/g)].map(({ index }) => lineOf(text, index)),
    ];
    return names
      .filter((name) => !/<Figure(?:Name|sMark)\b|figureHead\(/.test(name))
      .map((name) => ({ file, name: name.replace(/\s+/g, ' ').replaceAll('$', '').trim() }));
  });
}

/** The tag around a place. */
function lineOf(text: string, at: number): string {
  return text.slice(text.lastIndexOf('<', at), text.indexOf('>', at) + 1);
}

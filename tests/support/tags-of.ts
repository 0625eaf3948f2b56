import { readdirSync, readFileSync } from 'node:fs';

/** Elements of a name, with what stands in their tags, in every component below a folder. */
export function tagsOf(folder: string, name: string): { readonly file: string; readonly tag: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  return files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    return [...text.matchAll(new RegExp(`<${name}\\s[^>]*?(?:=>[^>]*?)*>`, 'g'))].map(([tag]) => ({ file, tag }));
  });
}

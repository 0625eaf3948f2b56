const BROWSERS = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
] as const;

/** "Firefox · Linux" of what a browser calls itself; '' when it is none that people know. Names only, for its owner's eyes. */
export function browserName(agent: string): string {
  const nameIn = (table: readonly (readonly [name: string, pattern: RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(agent))?.[0];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined).join(' · ');
}

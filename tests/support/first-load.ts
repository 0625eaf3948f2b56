import { gzipSync } from 'node:zlib';

/** What a page's first load weighs, kB after gzip. */
export interface FirstLoad {
  readonly html: number;
  /** All scripts that the HTML names, in an element or as something to load ahead: what the page is alive with. Late parts are not among them. */
  readonly script: number;
}

const packed = (text: string | Uint8Array): number => gzipSync(text).byteLength / 1000;

/** Addresses of the scripts that a page names. Those for browsers without modules are loaded by none that runs ours. */
function scriptsOf(html: string): ReadonlySet<string> {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([element]) => element);
  const sources = named.flatMap((element) => {
    const isScript = element.startsWith('<script') ? !/\bnomodule\b/i.test(element) : / as="script"/.test(element);
    const [, source] = (isScript && / (?:src|href)="([^"]+)"/.exec(element)) || [];
    return source === undefined ? [] : [source];
  });
  return new Set(sources);
}

const weights = new Map<string, Promise<number>>();

async function weightOf(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return packed(new Uint8Array(await response.arrayBuffer()));
}

/** The first load of the page at `path` of the product at `url`. */
export async function firstLoadOf(url: string, path: string): Promise<FirstLoad> {
  const response = await fetch(new URL(path, url));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const html = await response.text();
  const scripts = [...scriptsOf(html)].map((source) => {
    const address = new URL(source, url).href;
    const known = weights.get(address) ?? weightOf(address);
    weights.set(address, known);
    return known;
  });
  if (scripts.length === 0) throw new Error(`${path} names no script`);
  const script = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0);
  return { html: packed(html), script };
}

/** What pages without a chart may weigh at first, kB after gzip (issue 11). */
export const FIRST_LOAD_LIMITS: FirstLoad = { html: 60, script: 155 };

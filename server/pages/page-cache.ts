/**
 * Keeps rendered public pages and public readings in memory (next.config.mjs names this file; Next's documented
 * `cacheHandler`). Nothing goes to disk: what a restart or another exchange shows must not come from an older one.
 *
 * Pages are kept in ASCII. Next holds a page as a string and encodes it for every request; one character beyond
 * Latin-1 (the name of the other language in the header is enough) makes it a two-byte string, whose encoding costs
 * about half of serving it. Character references and JavaScript escapes say the same to a browser.
 *
 * A page is shown in the slot in which it was made and never after it (H56): Next would show the first visitor after a
 * pause whatever it has, of any age. Its figures' last good readings are kept elsewhere (bff/kept-readings.ts), so a
 * page can be made anew while the exchange is away. What is not found is not kept: it may be there a moment later.
 */
import { LRUCache } from 'lru-cache';
import { botsNamed, dropHidden, sharedHiddenBots } from './hidden-bots.ts';
import { isSameSlot } from './public-slot.ts';

/** Bytes of all kept entries, pictures among them; a landing page has some 150,000. */
const LARGEST_SIZE = 32 * 1024 * 1024;

interface Value {
  readonly kind: string;
  readonly html?: unknown;
  readonly rscData?: { readonly length: number };
  readonly data?: unknown;
  /** Of pictures and other files that are made. */
  readonly body?: { readonly length: number };
  /** Of such a file. */
  readonly headers?: unknown;
  readonly status?: unknown;
}

interface Entry {
  readonly value: Value | null;
  readonly lastModified: number;
  readonly cacheControl: unknown;
  readonly size: number;
  /** Bots that it names. */
  readonly bots: ReadonlySet<number>;
}

// Next loads this file once for each of its bundles; they share one memory.
declare global {
  var strategybotPages: LRUCache<string, Entry> | undefined;
}
const hidden = sharedHiddenBots();
globalThis.strategybotPages ??= keptPages();
const kept = globalThis.strategybotPages;

/** Pages that go when a bot that they name is hidden: they are made anew of what is left. */
function keptPages(): LRUCache<string, Entry> {
  const pages = new LRUCache<string, Entry>({ maxSize: LARGEST_SIZE, sizeCalculation: ({ size }) => size });
  dropHidden(pages, hidden);
  return pages;
}

export default class PageCache {
  async get(key: string): Promise<Omit<Entry, 'size' | 'bots'> | null> {
    const entry = kept.get(key);
    if (entry === undefined) return null;
    const nowMs = Date.now();
    if (!isSameSlot(entry.lastModified, nowMs)) {
      kept.delete(key);
      return null;
    }
    // As new: Next makes nothing behind a visitor's back that the slot's end would throw away.
    return { ...entry, lastModified: nowMs };
  }

  async set(key: string, value: Value | null, context: { readonly cacheControl?: unknown }): Promise<void> {
    kept.delete(key);
    if (typeof value?.status === 'number' && value.status >= 400) return;
    const written = typeof value?.html === 'string' ? { ...value, html: inAscii(value.html) } : value;
    const bots = botsNamed(key, ...textsOf(written));
    // It was begun before a bot of it was hidden, or may have been.
    if (hidden.mayShow(bots)) return;
    kept.set(key, {
      value: written,
      lastModified: Date.now(),
      cacheControl: context.cacheControl,
      size: sizeOf(written),
      bots,
    });
  }

  /** Nothing here is revalidated by tag: pages renew themselves by time. */
  async revalidateTag(): Promise<void> {}

  resetRequestCache(): void {}
}

/** What of an entry may name bots: a page, or a file that is text, or is sent with a header that names them (namingBot). */
function textsOf(value: Value | null): readonly string[] {
  const html = typeof value?.html === 'string' ? [value.html] : [];
  if (!(value?.body instanceof Uint8Array)) return html;
  return [...html, Buffer.from(value.body).toString('latin1'), JSON.stringify(value.headers ?? {})];
}

function sizeOf(value: Value | null): number {
  if (value === null) return 1;
  const html = typeof value.html === 'string' ? value.html.length : 0;
  const data = value.data === undefined ? 0 : JSON.stringify(value.data).length;
  return 1 + html + data + (value.rscData?.length ?? 0) + (value.body?.length ?? 0);
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;
const BEYOND_ASCII_WHOLE = /[\u0080-\u{10ffff}]/gu;

/** The same page for a browser, without characters beyond ASCII; style sheets in it stay as they are. */
export function inAscii(html: string): string {
  const parts = html.split(/(<script\b[^>]*>[\s\S]*?<\/script>|<style\b[^>]*>[\s\S]*?<\/style>)/i);
  const joined = parts.map(partInAscii).join('');
  // A fresh one-byte string: the joined one may still be held in two bytes a character.
  return Buffer.byteLength(joined) === joined.length ? Buffer.from(joined, 'latin1').toString('latin1') : joined;
}

function partInAscii(part: string): string {
  if (/^<style\b/i.test(part)) return part;
  // Scripts of a page are JavaScript strings and JSON: both know \u escapes.
  if (/^<script\b/i.test(part)) {
    return part.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
  return part.replace(BEYOND_ASCII_WHOLE, (character) => `&#${character.codePointAt(0)};`);
}

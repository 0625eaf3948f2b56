import { isNightly } from './runs.ts';

const PRELOAD = new URL('./weak-hash.ts', import.meta.url).href;

/**
 * What a process of the product is begun with in `npm test`: every story registers somebody, and each password and fund password is three
 * passes over 32 MB. The nightly run has the product as it is.
 */
export function cheapPasswords(): Readonly<Record<string, string>> {
  return isNightly ? {} : { NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${PRELOAD}`].filter(Boolean).join(' ') };
}

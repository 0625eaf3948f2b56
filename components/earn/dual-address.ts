import { DEFAULT_MARKET, DUAL_PRODUCTS, type DualProduct } from '#components/addresses/paths.ts';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';

export interface DualAddress {
  readonly language: Language;
  readonly product: DualProduct;
  readonly market: string;
  /** Offers of this term alone; null: of any. */
  readonly days: number | null;
}

const MARKET = /^[A-Z0-9]{1,12}_USDT$/;
const TERM = /^days-([1-9]\d{0,2})$/;

/**
 * Reads /{product}[/{market}][/filter/days-{days}], each page under one address: null for others. The usual market has its page without its name.
 */
export function readDualAddress({
  lang,
  product,
  market: parts = [],
}: {
  readonly lang: string;
  readonly product: string;
  readonly market?: readonly string[];
}): DualAddress | null {
  const found = DUAL_PRODUCTS.find((one) => one === product);
  if (!isLanguage(lang) || found === undefined) return null;
  const isNamed = MARKET.test(parts[0] ?? '');
  const [market = DEFAULT_MARKET] = isNamed ? parts : [];
  if (isNamed && market === DEFAULT_MARKET) return null;
  const rest = isNamed ? parts.slice(1) : parts;
  if (rest.length === 0) return { language: lang, product: found, market, days: null };
  const days = rest.length === 2 && rest[0] === 'filter' ? TERM.exec(rest[1] ?? '')?.[1] : undefined;
  return days === undefined ? null : { language: lang, product: found, market, days: Number(days) };
}

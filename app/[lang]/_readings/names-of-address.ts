import { PublicReadingFailed } from '#server/bff/read-public.ts';

/** A page has its title even while its exchange is silent: what the address calls the two assets stands in (D7). */
export function namesOf(market: string): (error: unknown) => { readonly base: string; readonly quote: string } {
  return (error) => {
    if (!(error instanceof PublicReadingFailed)) throw error;
    const [base = '', quote = ''] = market.split('_');
    return { base, quote };
  };
}

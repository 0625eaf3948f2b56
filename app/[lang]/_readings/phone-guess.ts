import { headers } from 'next/headers';

/** Whether the request says that it comes from a phone: by the client hint, else by the word that phones put into their agent. */
export async function looksLikePhone(): Promise<boolean> {
  const from = await headers();
  const hint = from.get('sec-ch-ua-mobile');
  return hint === null ? /\bMobile\b/.test(from.get('user-agent') ?? '') : hint === '?1';
}

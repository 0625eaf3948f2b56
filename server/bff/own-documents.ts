import { CONTRACT } from '#lib/contract/contract.ts';
import { openApiOf } from '#lib/contract/open-api.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { answer } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import { CALLS } from './call-table.ts';
import { parseReply } from './parse-reply.ts';

/** What the door says about the product itself: the contract as a document, and whether it lives and is ready. */

let document: string | undefined;

/** The contract as OpenAPI 3.1; made once, when somebody asks. */
export function openApi({ version, session }: BffParts): Response {
  document ??= JSON.stringify(openApiOf(CONTRACT, version, session.cookieName));
  return answer(200, document, { 'cache-control': 'public, max-age=0, s-maxage=3600' });
}

/** However many ask: the exchange is asked once in so long. */
const ASKED_ANEW_MS = 1_000;
const READY_WITHIN_MS = 2_000;

export type Health = (parts: Pick<BffParts, 'upstream' | 'nowMs'>) => Promise<Response>;

/**
 * `live`: this process answers. `ready`: within two seconds the exchange answered a call of the contract as the contract
 * has it, with no server error in status or envelope; one that is only too busy for this question is there. HTTP status 200
 * when ready, 503 when not, for whoever decides where visitors are sent.
 */
export function createHealth(): Health {
  let asked: { readonly atMs: number; readonly isReady: Promise<boolean> } | null = null;
  return async (parts) => {
    const nowMs = parts.nowMs();
    if (asked === null || nowMs - asked.atMs >= ASKED_ANEW_MS) asked = { atMs: nowMs, isReady: isReady(parts) };
    const ready = await asked.isReady;
    return answer(ready ? 200 : 503, JSON.stringify({ live: true, ready }), { 'cache-control': 'no-store' });
  };
}

async function isReady({ upstream }: Pick<BffParts, 'upstream'>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, READY_WITHIN_MS, false);
  });
  const { strategyTabs } = CALLS;
  const asked = upstream
    .call({ method: 'GET', path: strategyTabs.endpoint.path, headers: { accept: 'application/json' }, mayRepeat: true })
    .then((given) => {
      if (given.kind !== 'answered' || given.status >= CODE.internal) return false;
      if (given.status === CODE.tooManyRequests) return true;
      const read = parseReply(strategyTabs, given);
      return read.ok && read.code < CODE.internal;
    });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

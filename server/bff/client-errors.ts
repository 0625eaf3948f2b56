import { CODE } from '#lib/contract/vocabulary.ts';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { answer, doorRefusal, refuse } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import { CALLS } from './call-table.ts';
import { parseBody } from './parse-request.ts';

const WINDOW_SECONDS = 60;
/** A page that fails in a loop must not fill the disk. */
const MOST_IN_WINDOW = 300;
/** And one browser, or somebody who pretends to be one, must not silence all others. */
const MOST_OF_ADDRESS = 20;

/** POST /api/client-errors: what went wrong in a browser, into the log, scrubbed. */
export function createClientErrorSink(
  nowMs: BffParts['nowMs'],
): (request: Request, parts: BffParts) => Promise<Response> {
  const ofAddress = rateLimit({ points: MOST_OF_ADDRESS, seconds: WINDOW_SECONDS, nowMs });
  const ofAll = rateLimit({ points: MOST_IN_WINDOW, seconds: WINDOW_SECONDS, nowMs });
  return async (request, parts) => {
    // Before anything is read: what is too much must cost nothing. Refused ones of an address take nothing of the others'.
    const waitMs = (await ofAddress.take(parts.addressOf(request.headers))) || (await ofAll.take(''));
    if (waitMs > 0) {
      const again = { 'retry-after': String(Math.ceil(waitMs / 1_000)) };
      return refuse(doorRefusal(CODE.tooManyRequests, 'too-many-requests'), again);
    }
    const parsed = await parseBody(CALLS.clientError, request);
    if (!parsed.ok) return refuse(parsed.refusal);
    const { message, stack, screen } = parsed.value as { message: string; stack: string; screen: string };
    parts.log({ event: 'client-error', message, stack, screen });
    return answer(200, JSON.stringify({ code: CODE.ok, message: '' }));
  };
}

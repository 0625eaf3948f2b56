import { CODE } from '#lib/contract/vocabulary.ts';
import { answer, doorRefusal, refuse } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import { CALLS } from './call-table.ts';
import { parseBody } from './parse-request.ts';

const WINDOW_MS = 60_000;
/** A page that fails in a loop must not fill the disk: more than this in a minute are counted, not written. */
const WRITTEN_PER_WINDOW = 60;

/** POST /api/client-errors: what went wrong in a browser, into the log, scrubbed. */
export function createClientErrorSink(): (request: Request, parts: BffParts) => Promise<Response> {
  let windowStartMs = 0;
  let written = 0;
  return async (request, parts) => {
    const parsed = await parseBody(CALLS.clientError, request);
    if (!parsed.ok) return refuse(parsed.refusal);
    const nowMs = parts.nowMs();
    if (nowMs - windowStartMs >= WINDOW_MS) {
      windowStartMs = nowMs;
      written = 0;
    }
    written += 1;
    if (written > WRITTEN_PER_WINDOW) return refuse(doorRefusal(CODE.tooManyRequests, 'too-many-requests'));
    const { message, stack, screen } = parsed.value as { message: string; stack: string; screen: string };
    parts.log({ event: 'client-error', message, stack, screen });
    return answer(200, JSON.stringify({ code: CODE.ok, message: '' }));
  };
}

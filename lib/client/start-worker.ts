/// <reference lib="webworker" />
import { STUDY_MS } from './preview-days.ts';
import { previewNeedOf } from './preview-need.ts';
import { createPriceReader } from './preview-prices.ts';
import type { StudyReply, StudyRequest } from './start-protocol.ts';
import { studyOf } from './start-study.ts';

/** The start page's own thread: replays one bot after the other; days that were read for one serve the next. */

const read = createPriceReader();
let last: Promise<void> = Promise.resolve();

function post(reply: StudyReply): void {
  self.postMessage(reply);
}

async function study({ id, kind, params, nowMs }: StudyRequest): Promise<void> {
  try {
    const need = { ...previewNeedOf(kind, params), replayMs: STUDY_MS };
    const prices = await read(need, nowMs, (loadedDays, days) => post({ type: 'reading', id, loadedDays, days }));
    post({ type: 'studied', id, study: studyOf({ kind, params }, prices, nowMs) });
  } catch {
    // Said to the page, which leaves this one out.
    post({ type: 'failed', id });
  }
}

self.onmessage = ({ data }: MessageEvent<StudyRequest>) => {
  last = last.then(() => study(data));
};

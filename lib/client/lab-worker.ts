/// <reference lib="webworker" />
import type { LabReply, LabRequest } from './lab-protocol.ts';
import { studyLab } from './lab-study.ts';
import { createPriceReader } from './preview-prices.ts';

/** The scenario lab's own thread: it ends with the dialog, and the form's preview goes on beside it. Whole days come out of the browser's cache. */

function post(reply: LabReply): void {
  self.postMessage(reply);
}

self.onmessage = ({ data }: MessageEvent<LabRequest>) => {
  // Said to the dialog, which offers to try again.
  studyLab(data, createPriceReader(), post).catch(() => post({ type: 'failed' }));
};

/// <reference lib="webworker" />
import { workedExample } from '../backtest/worked-example.ts';
import type { ExampleReply, ExampleRequest } from './help-protocol.ts';

/** A help page's own thread: months of a made-up market are more than a slow phone runs within a picture. */

function answer({ id, kind, typed }: ExampleRequest): ExampleReply {
  try {
    return { id, example: workedExample(kind, typed) };
  } catch {
    return { id, example: null };
  }
}

self.onmessage = ({ data }: MessageEvent<ExampleRequest>) => self.postMessage(answer(data));

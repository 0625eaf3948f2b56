/// <reference lib="webworker" />
import { earnExample } from '../backtest/earn-example.ts';
import { workedExample } from '../backtest/worked-example.ts';
import { isEarnType } from '../contract/earn-types.ts';
import type { ExampleReply, ExampleRequest } from './help-protocol.ts';

/** A help page's own thread: months of a made-up market are more than a slow phone runs within a picture. */

function answer({ id, subject, typed }: ExampleRequest): ExampleReply {
  try {
    return { id, example: isEarnType(subject) ? earnExample(subject, typed) : workedExample(subject, typed) };
  } catch {
    return { id, example: null };
  }
}

self.onmessage = ({ data }: MessageEvent<ExampleRequest>) => self.postMessage(answer(data));

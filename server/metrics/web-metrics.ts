import type { IncomingMessage, ServerResponse } from 'node:http';
import { workOf } from '../door/work.ts';
import type { Metrics } from './metrics.ts';

type Inside = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Counts and times what comes through the door, by sort of work and sort of answer. */
export function measured(inside: Inside, metrics: Metrics): Inside {
  const seconds = metrics.seconds('web_request_seconds', 'Requests by sort of work and status', 'work', 'status');
  const underWay = metrics.gauge('web_requests_under_way', 'Requests that are not answered yet');
  return (request, response) => {
    const began = metrics.nowMs();
    underWay.inc();
    response.once('close', () => {
      underWay.dec();
      // A client that left before the answer has no status of ours.
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'left';
      const work = workOf(request.method ?? '', request.url ?? '').sort;
      seconds.observe({ work, status }, (metrics.nowMs() - began) / 1_000);
    });
    return inside(request, response);
  };
}

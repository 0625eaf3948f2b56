import { type ClientRequest, get } from 'node:http';
import type { StreamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader } from '#lib/contract/event-stream.ts';

export interface Listener {
  readonly request: ClientRequest;
  readonly begun: Promise<void>;
}

/** An address for each of many homes. */
export const homeOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** One stream from an address of its own. */
export function listen(url: string, number: number, cookie: string, hear: (event: StreamEvent) => void): Listener {
  const options = { agent: false, headers: { cookie, 'x-forwarded-for': homeOf(number) } };
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const request = get(`${url}/api/events?topics=spot:BTC_USDT`, options, (response) => {
    if (response.statusCode !== 200) reject(new Error(`stream ${number} answered ${response.statusCode}`));
    const reader = createStreamReader({
      onMessage({ data }) {
        const event = JSON.parse(data) as StreamEvent;
        if (event.type === 'hello') resolve();
        hear(event);
      },
    });
    response.setEncoding('utf8').on('data', (text: string) => reader.push(text));
    response.on('error', () => {});
  });
  request.on('error', reject);
  return { request, begun };
}

/** What a process has told Prometheus: its ticks, those within the target and within a second, and the seconds of a core that it has had. */
export async function figuresOf(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    ticks: read(/^strategybot_tick_late_seconds_count\S* (\d+)/m),
    inTime: read(/^strategybot_tick_late_seconds_bucket\{[^}]*le="0\.25"[^}]*\} (\d+)/m),
    inSecond: read(/^strategybot_tick_late_seconds_bucket\{[^}]*le="1"[^}]*\} (\d+)/m),
    streams: read(/^strategybot_event_streams\S* (\d+)/m),
    coreS: read(/^process_cpu_seconds_total\S* ([\d.]+)/m),
  };
}

export const quantile = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

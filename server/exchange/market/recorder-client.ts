import { Agent, request } from 'undici';
import type { z } from 'zod';
import { readBounded } from '#lib/limits/read-bounded.ts';
import type { KeptKeys } from '../../tls/key-files.ts';
import { keyedConnector } from '../../tls/keyed-connector.ts';
import { NEWS_WAIT_MS, RECORDER_BOOK, RECORDER_MARKETS, RECORDER_NEWS } from './recorder-calls.ts';

const CALL_WITHIN_MS = 10_000;
/** Largest answer that is read, bytes: a day of points, one each second, is a few MB. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** One GET at a recorder: status and text. Rejects when it cannot be reached or does not answer in time. */
export type AskRecorder = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A recorder at an address; beyond loopback it is shown the certificate of `keys`. */
export function recorderAt(url: string, keys: KeptKeys | null): AskRecorder {
  const base = url.replace(/\/+$/, '');
  const dispatcher = new Agent({ connect: keyedConnector(keys), headersTimeout: 0 });
  return async (path, signal) => {
    const { statusCode, body } = await request(`${base}${path}`, { signal, dispatcher });
    const read = await readBounded(body, LONGEST_ANSWER);
    if (read === null) throw new Error('The recorder answers without end');
    return { status: statusCode, text: Buffer.from(read).toString('utf8') };
  };
}

/** What a recorder is asked (recorder-calls.ts). Each rejects when it does not answer as it should; `signal`: it is not wanted any more. */
export interface RecorderCalls {
  markets(signal: AbortSignal): Promise<z.output<typeof RECORDER_MARKETS>>;
  /** Text of a file of its tape; '' when there is none. */
  tapeFile(name: string, signal: AbortSignal): Promise<string>;
  /** What was recorded after the n-th batch of a run, waited for; null = the tape is to be read again. */
  newsAfter(run: string, n: number, signal: AbortSignal): Promise<z.output<typeof RECORDER_NEWS> | null>;
  /** Null until it has been fetched. */
  book(market: string, signal: AbortSignal): Promise<z.output<typeof RECORDER_BOOK> | null>;
}

export function recorderCalls(ask: AskRecorder): RecorderCalls {
  const within = (signal: AbortSignal, ms = CALL_WITHIN_MS) => AbortSignal.any([signal, AbortSignal.timeout(ms)]);

  async function text(path: string, signal: AbortSignal): Promise<string | null> {
    const answer = await ask(path, signal);
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.status !== 200) throw new Error(`The recorder answers ${answer.status} to ${path}`);
    return answer.text;
  }

  async function read<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
    const answer = await text(path, signal);
    return answer === null ? null : shape.parse(JSON.parse(answer));
  }

  return {
    async markets(signal) {
      const known = await read('/markets', RECORDER_MARKETS, within(signal));
      if (known === null) throw new Error('There is no recorder at this address');
      return known;
    },
    tapeFile: async (name, signal) => (await text(`/tape/${name}`, within(signal))) ?? '',
    newsAfter: (run, n, signal) =>
      read(`/after/${run}/${n}`, RECORDER_NEWS, within(signal, NEWS_WAIT_MS + CALL_WITHIN_MS)),
    book: (market, signal) => read(`/book/${market}`, RECORDER_BOOK, within(signal)),
  };
}

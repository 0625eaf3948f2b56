import { wasSent } from './keyed-call.ts';
import { newIdempotencyKey } from './money-call.ts';

interface Sent<T> {
  readonly key: string;
  readonly what: T;
}

/**
 * What a trader wants once, however often it is tried. Its key, and what went out under it, live until the exchange has answered: till then
 * nothing else goes out in its place, whatever was typed since, and a fund password that a repeat was not given is no answer.
 */
export class KeptOperation<T> {
  private sent: Sent<T> | null = null;

  /** What was sent and not answered; null: nothing. */
  get unanswered(): T | null {
    return this.open?.what ?? null;
  }

  private get open(): Sent<T> | null {
    return this.sent !== null && wasSent(this.sent.key) ? this.sent : null;
  }

  /** Sends `wanted` by `out` – or, as long as there is no answer to it, what was sent before. */
  async send<O>(wanted: T, out: (what: T, key: string) => Promise<O>): Promise<{ readonly what: T; readonly said: O }> {
    const { key, what } = this.open ?? { key: newIdempotencyKey(), what: wanted };
    this.sent = { key, what };
    return { what, said: await out(what, key) };
  }

  /** It is over for whoever wanted it: what comes next is another wish. */
  forget(): void {
    this.sent = null;
  }
}

import { wasSent } from './keyed-call.ts';
import { newIdempotencyKey } from './money-call.ts';

interface Sent<T> {
  readonly key: string;
  readonly what: T;
}

/**
 * What a trader wants once, however often it is tried. Its key, and what went out under it, live until the exchange has answered: till then
 * nothing else goes out in its place, whatever was typed since, and a fund password that a repeat was not given is no answer. One sending at
 * a time: two presses within one frame are one.
 */
export class KeptOperation<T> {
  private sent: Sent<T> | null = null;
  private isUnderWay = false;

  /** What was sent and not answered; null: nothing. */
  get unanswered(): T | null {
    return this.open?.what ?? null;
  }

  private get open(): Sent<T> | null {
    return this.sent !== null && wasSent(this.sent.key) ? this.sent : null;
  }

  /** Sends `wanted` by `out` – or, as long as there is no answer to it, what was sent before. Null: nothing goes out, another sending is under way. */
  send<O>(
    wanted: T,
    out: (what: T, key: string) => Promise<O>,
  ): Promise<{ readonly what: T; readonly said: O }> | null {
    return this.isUnderWay ? null : this.sendAlone(wanted, out);
  }

  private async sendAlone<O>(wanted: T, out: (what: T, key: string) => Promise<O>) {
    const { key, what } = this.open ?? { key: newIdempotencyKey(), what: wanted };
    this.sent = { key, what };
    this.isUnderWay = true;
    try {
      return { what, said: await out(what, key) };
    } finally {
      this.isUnderWay = false;
    }
  }

  /** Whoever wanted it looks for himself what became of it: what comes next is another wish. */
  giveUp(): void {
    this.sent = null;
  }
}

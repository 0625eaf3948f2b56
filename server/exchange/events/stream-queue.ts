import { formatMessage, HEARTBEAT } from '#lib/contract/event-stream.ts';
import type { FlowMeter, FlowOut } from '../http/flow.ts';

/** What one reader may leave unread here, characters; beyond it his events are dropped and he is told to ask anew. */
const MOST_WAITING = 64 * 1024;
/** Who reads nothing for so long is cut. */
const PATIENCE_MS = 30_000;

/**
 * One reader's stream. Who does not keep up waits with a bounded queue: of prices only the newest are kept, and events
 * that are too many are replaced by the word that there was a gap.
 */
export class StreamQueue {
  readonly #out: FlowOut;
  readonly #meter: FlowMeter;
  readonly #nowMs: () => number;
  #events: string[] = [];
  #waiting = 0;
  readonly #latest = new Map<string, string>();
  #fullSinceMs: number | null = null;

  constructor(out: FlowOut, meter: FlowMeter, nowMs: () => number) {
    this.#out = out;
    this.#meter = meter;
    this.#nowMs = nowMs;
  }

  /** An event; `id` '' when it does not move the stream. */
  event(id: string, data: string): void {
    const text = formatMessage({ id, data });
    if (this.#fullSinceMs === null) this.#write(text);
    else if (this.#waiting + text.length <= MOST_WAITING) this.#hold(text);
    else {
      this.#meter.dropped('overflow');
      this.#events = [];
      this.#waiting = 0;
      this.#hold(formatMessage({ id, data: GAP }));
    }
  }

  /** What replaces the one before of the same name. */
  state(name: string, data: string): void {
    const text = formatMessage({ id: '', data });
    if (this.#fullSinceMs === null) this.#write(text);
    else this.#latest.set(name, text);
  }

  /** A sign of life; who has not read for long is cut instead. */
  beat(): void {
    if (this.#fullSinceMs === null) this.#write(HEARTBEAT);
    else if (this.#nowMs() - this.#fullSinceMs > PATIENCE_MS) {
      this.#meter.dropped('slow');
      this.#out.cut();
    }
  }

  drained(): void {
    this.#fullSinceMs = null;
    const texts = [...this.#events, ...this.#latest.values()];
    this.#events = [];
    this.#waiting = 0;
    this.#latest.clear();
    if (texts.length > 0) this.#write(texts.join(''));
  }

  /** The last word. Who has not read what was sent before is cut: nobody waits for him, and he is told no more. */
  end(data: string): void {
    if (this.#fullSinceMs === null) {
      this.#write(formatMessage({ id: '', data }));
      this.#out.end();
    } else this.#out.cut();
  }

  #hold(text: string): void {
    this.#events.push(text);
    this.#waiting += text.length;
  }

  #write(text: string): void {
    this.#meter.sent(Buffer.byteLength(text));
    if (!this.#out.write(text)) this.#fullSinceMs = this.#nowMs();
  }
}

const GAP = JSON.stringify({ type: 'gap' });

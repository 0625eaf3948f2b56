import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { HiddenBots } from '../pages/hidden-bots.ts';
import type { Upstream } from '../upstream/upstream-call.ts';

/** Between an answer and the next question. With what caches on the way may keep (answers.ts) and the page front below 5 s. */
const EVERY_MS = 1_000;

/**
 * Asks the exchange which bots were hidden since it was asked last. An exchange that does not answer has nobody who hides, as far as can be told from
 * here: what is kept stays. One that cannot tell – another one, one that was started anew – makes all of it old.
 */
export class HiddenWatch {
  readonly #upstream: Pick<Upstream, 'call'>;
  readonly #hidden: Pick<HiddenBots, 'hear'>;
  #last = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(upstream: Pick<Upstream, 'call'>, hidden: Pick<HiddenBots, 'hear'>) {
    this.#upstream = upstream;
    this.#hidden = hidden;
  }

  /** One question. Never rejects. */
  async look(): Promise<void> {
    const { method, path } = ENDPOINTS.hiddenBots;
    const asked = `${path}${this.#last === '' ? '' : `?since=${this.#last}`}`;
    const headers = { accept: 'application/json' };
    const answer = await this.#upstream.call({ method, path: asked, headers, mayRepeat: true });
    if (answer.kind !== 'answered' || answer.status !== 200) return;
    const told = readAnswer(answer.body.toString('utf8'));
    if (told === null) return;
    this.#last = told.last;
    this.#hidden.hear(told.is_whole ? told.bots : null);
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.look().then(() => {
        if (this.#timer !== undefined) this.start();
      });
    }, EVERY_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Null: it is none. */
function readAnswer(text: string) {
  try {
    const read = CONTRACT.hiddenBots.reply.safeParse(JSON.parse(text));
    return read.success && read.data.code === CODE.ok ? (read.data.data ?? null) : null;
  } catch {
    return null;
  }
}

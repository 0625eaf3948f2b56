/**
 * Does a thing for many, some at a time and with a while between, so that the thread that hears of it – one for all readers, in the
 * web server – does other work as well: a thousand pages that are told in one moment keep everybody else waiting for a tenth of a second, and
 * ask anew in one moment too. Who is added again before his turn has come has one turn, at his old place.
 */
export class SomeAtATime<T> {
  readonly #everyMs: number;
  readonly #work: (some: readonly T[]) => void;
  readonly #waiting = new Set<T>();
  #atOnce = 1;
  #timer: NodeJS.Timeout | undefined;

  constructor(everyMs: number, work: (some: readonly T[]) => void) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** The first `atOnce` now, unless others are still waiting. */
  add(all: Iterable<T>, atOnce: number): void {
    for (const one of all) this.#waiting.add(one);
    this.#atOnce = atOnce;
    if (this.#timer === undefined) this.#next();
  }

  drop(one: T): void {
    this.#waiting.delete(one);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #next(): void {
    this.#timer = undefined;
    const some: T[] = [];
    for (const one of this.#waiting) {
      if (some.length >= this.#atOnce) break;
      some.push(one);
      this.#waiting.delete(one);
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#next(), this.#everyMs);
    if (some.length > 0) this.#work(some);
  }
}

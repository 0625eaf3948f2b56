/** What one trader's events take at most, characters: about a hundred. */
const MOST_KEPT = 16 * 1024;

interface Kept {
  readonly sequence: number;
  readonly data: string;
}

/**
 * The latest events of one trader, so that a stream that broke off goes on where it stopped. Its name is a secret of the
 * two: an id of another trader's, or of before a restart, is none of these.
 */
export class KeptEvents {
  readonly #name: string;
  readonly #kept: Kept[] = [];
  #length = 0;
  #sequence = 0;

  /** `name`: 16 random hex digits. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Of the latest event. */
  get lastId(): string {
    return `${this.#name}-${this.#sequence}`;
  }

  /** Keeps an event and gives it its id. */
  add(data: string): string {
    this.#sequence += 1;
    this.#kept.push({ sequence: this.#sequence, data });
    this.#length += data.length;
    while (this.#length > MOST_KEPT) this.#length -= this.#kept.shift()?.data.length ?? this.#length;
    return this.lastId;
  }

  /** What came after an id, oldest first; null when that is not known any more, or never was. */
  after(id: string): readonly { readonly id: string; readonly data: string }[] | null {
    const [name, text] = id.split('-');
    const sequence = Number(text);
    if (name !== this.#name || sequence > this.#sequence) return null;
    const first = this.#kept[0]?.sequence ?? this.#sequence + 1;
    if (sequence + 1 < first) return null;
    return this.#kept
      .filter((one) => one.sequence > sequence)
      .map((one) => ({ id: `${this.#name}-${one.sequence}`, data: one.data }));
  }
}

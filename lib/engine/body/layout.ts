/**
 * Where the numbers of bots live: a block a bot in arrays that many share. A hundred thousand bots are a few objects for the
 * garbage collector, and a bot that wakes touches a few neighbouring cache lines. Only this file
 * adds offsets, only the bots themselves (ladder-bot.ts, coin-bot.ts) read and write by them; everybody else does by name.
 */

/** Blocks come in steps of so many words, so that what one bot gives back another of nearly its size can take. */
const STEP = 8;

/** Words are reserved once and for all: views stay valid, and the system hands out memory for what is touched only. */
export class BotMemory {
  declare readonly words: Float64Array;
  #end = 0;
  /** Offsets of blocks that were given back, by their length. */
  readonly #free = new Map<number, number[]>();

  /** `capacity`: words of 8 bytes that there may ever be. */
  constructor(capacity: number) {
    this.words = new Float64Array(capacity);
  }

  /** Words that are in use or were. */
  get end(): number {
    return this.#end;
  }

  /** Whether a block of so many words can be taken. */
  hasRoom(length: number): boolean {
    const size = sizeOf(length);
    return this.#end + size <= this.words.length || (this.#free.get(size)?.length ?? 0) > 0;
  }

  /** The offset of a block of at least `length` words, all 0. Throws RangeError when the memory is full. */
  take(length: number): number {
    const size = sizeOf(length);
    const given = this.#free.get(size)?.pop();
    if (given !== undefined) return given;
    const at = this.#end;
    if (at + size > this.words.length) throw new RangeError(`no room for ${length} words in ${this.words.length}`);
    this.#end = at + size;
    return at;
  }

  /** Takes a block back; `length` is what it was taken with. Nobody may hold a view of it any more. */
  give(at: number, length: number): void {
    const size = sizeOf(length);
    this.words.fill(0, at, at + size);
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [at]);
    else free.push(at);
  }
}

/** Words of a page: some thousand bots, 8 MiB. */
const PAGE = 2 ** 20;

/**
 * Where all bots of an exchange live: as many memories of a size as they come to need. (A memory for the most bots that there
 * could ever be would be reserved at once, which a small machine refuses.)
 */
export class BotPages {
  readonly #pages: BotMemory[] = [];

  /** Words in use or that were, of all pages. */
  get end(): number {
    return this.#pages.reduce((sum, page) => sum + page.end, 0);
  }

  /** A memory that a block of so many words can be taken of. */
  roomFor(length: number): BotMemory {
    const known = this.#pages.find((page) => page.hasRoom(length));
    if (known !== undefined) return known;
    const page = new BotMemory(Math.max(PAGE, sizeOf(length)));
    this.#pages.push(page);
    return page;
  }
}

/** The memory for a bot of so many words: of the driver's pages, or one of its own. */
export function memoryFor(pages: BotPages | undefined, length: number): BotMemory {
  return pages?.roomFor(length) ?? new BotMemory(sizeOf(length));
}

/** A bot's block, given out view by view in the order in which they lie. */
export class Block {
  declare readonly words: Float64Array;
  #next: number;

  constructor(memory: BotMemory, length: number) {
    this.words = memory.words;
    this.#next = memory.take(length);
  }

  /** Where the next `length` words of the block begin. */
  next(length: number): number {
    const at = this.#next;
    this.#next += length;
    return at;
  }
}

function sizeOf(length: number): number {
  return Math.ceil(length / STEP) * STEP;
}

/** Where parts of so many words lie that are one behind the other, and how many words they are in all. */
export interface Parts<F extends string> {
  readonly at: Readonly<Record<F, number>>;
  readonly words: number;
}

export function partsOf<const F extends string>(parts: Record<F, number>): Parts<F> {
  const at = { ...parts };
  let words = 0;
  for (const name in at) {
    const length = at[name];
    at[name] = words;
    words += length;
  }
  return { at, words };
}

/** Where something lies that has so many words of a block before it. */
export function behind(at: number, words: number): number {
  return at + words;
}

/** Where something lies that has a table of so many rows before it. */
export function behindRows(tableAt: number, rowWords: number, rows: number): number {
  return tableAt + rows * rowWords;
}

/** Where a word of row i lies, in a table of so many words a row. */
export function cellAt(tableAt: number, rowWords: number, i: number, place: number): number {
  return tableAt + i * rowWords + place;
}

/** Rows one place down: what the last one holds stays there too, the caller's to fill anew. */
export function shiftRowsDown(words: Float64Array, tableAt: number, rowWords: number, rows: number): void {
  words.copyWithin(tableAt, tableAt + rowWords, tableAt + rowWords * rows);
}

/** The mirror of shiftRowsDown. */
export function shiftRowsUp(words: Float64Array, tableAt: number, rowWords: number, rows: number): void {
  words.copyWithin(tableAt + rowWords, tableAt, tableAt + rowWords * (rows - 1));
}

/**
 * A view of some words of the memory. Its fields are declared and not defined: a class that defines fields runs an initialiser for
 * each object, which V8 does not inline, so that a view took 26 ns to make where it takes 5.
 */
export class Words {
  declare protected readonly words: Float64Array;
  declare protected readonly at: number;

  constructor(words: Float64Array, at: number) {
    this.words = words;
    this.at = at;
  }
}

/** A class of views of words that have names. */
interface NamedWords<F extends string> {
  new (words: Float64Array, at: number): Words & Record<F, number>;
  /** How many words they are. */
  readonly size: number;
}

/** A class of views whose words have these names, in the order in which they lie. Throws where a name comes twice. */
export function namedWords<const F extends string>(...fields: readonly F[]): NamedWords<F> {
  if (new Set(fields).size !== fields.length) throw new Error(`a field comes twice: ${fields.join(', ')}`);
  class Named extends Words {
    static readonly size = fields.length;
  }
  for (const [index, field] of fields.entries()) {
    Object.defineProperty(Named.prototype, field, {
      get(this: Named) {
        return this.words[this.at + index];
      },
      set(this: Named, value: number) {
        this.words[this.at + index] = value;
      },
    });
  }
  return Named as unknown as NamedWords<F>;
}

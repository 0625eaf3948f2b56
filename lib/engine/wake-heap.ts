/**
 * A heap of numbered entries with a key that can change: the smallest key is on top, ties go to the smaller rank.
 * Four children a node and typed arrays, because it must stay fast with a million entries. The ranks are its owner's: several
 * heaps have the same.
 */
export class WakeHeap {
  /** Entry at each heap place. */
  declare private heap: Int32Array;
  /** Heap place of each entry; −1 when it is not in the heap. */
  declare private place: Int32Array;
  /** Key at each heap place, beside the entry: the keys of four children lie in one line of the processor's memory. */
  declare private keys: Float64Array;
  declare private ranks: Float64Array;
  private count = 0;
  private readonly stack: number[] = [];

  /** `ranks`: by entry; that of one that is in the heap stays as it is. */
  constructor(ranks: Float64Array) {
    const capacity = ranks.length;
    this.heap = new Int32Array(capacity);
    this.place = new Int32Array(capacity).fill(-1);
    this.keys = new Float64Array(capacity);
    this.ranks = ranks;
  }

  get size(): number {
    return this.count;
  }

  /** Smallest key, or Infinity when empty. */
  get topKey(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : (this.keys[0] as number);
  }

  /** The entry with the smallest key; −1 when empty. */
  get topEntry(): number {
    return this.count === 0 ? -1 : (this.heap[0] as number);
  }

  /** Of an entry that is in the heap. */
  key(entry: number): number {
    return this.keys[this.place[entry] as number] as number;
  }

  rank(entry: number): number {
    return this.ranks[entry] as number;
  }

  /** Makes room for as many entries as there are ranks. */
  grow(ranks: Float64Array): void {
    const capacity = ranks.length;
    const place = new Int32Array(capacity).fill(-1);
    place.set(this.place);
    this.place = place;
    const heap = new Int32Array(capacity);
    heap.set(this.heap);
    this.heap = heap;
    const keys = new Float64Array(capacity);
    keys.set(this.keys);
    this.keys = keys;
    this.ranks = ranks;
  }

  /** Puts an entry in, or changes its key. A key of Infinity takes it out: it never comes up. */
  set(entry: number, key: number): void {
    const at = this.place[entry] as number;
    if (key === Number.POSITIVE_INFINITY) {
      if (at >= 0) this.removeAt(at);
      return;
    }
    if (at < 0) {
      this.count += 1;
      this.siftUp(this.count - 1, entry, key);
      return;
    }
    const before = this.keys[at] as number;
    if (key < before) this.siftUp(at, entry, key);
    else if (key > before) this.siftDown(at, entry, key);
  }

  remove(entry: number): void {
    const at = this.place[entry] as number;
    if (at >= 0) this.removeAt(at);
  }

  /** Appends every entry whose key is ≤ `limit` to `out`, unordered, without taking it out. Visits only those and their children. */
  collect(limit: number, out: number[]): void {
    if (this.count === 0 || this.topKey > limit) return;
    const { heap, keys, stack } = this;
    stack.push(0);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      out.push(heap[at] as number);
      const first = at * 4 + 1;
      const last = Math.min(first + 4, this.count);
      for (let child = first; child < last; child += 1) {
        if ((keys[child] as number) <= limit) stack.push(child);
      }
    }
  }

  private removeAt(at: number): void {
    const { heap, place } = this;
    place[heap[at] as number] = -1;
    this.count -= 1;
    if (at === this.count) return;
    const moved = heap[this.count] as number;
    const key = this.keys[this.count] as number;
    // Coming from the bottom of another branch it may belong above or below.
    this.siftUp(at, moved, key);
    if ((place[moved] as number) === at) this.siftDown(at, moved, key);
  }

  private siftUp(from: number, entry: number, key: number): void {
    const { heap, place, keys, ranks } = this;
    const rank = ranks[entry] as number;
    let at = from;
    while (at > 0) {
      const parentAt = (at - 1) >> 2;
      const parentKey = keys[parentAt] as number;
      if (parentKey < key) break;
      const parent = heap[parentAt] as number;
      if (parentKey === key && (ranks[parent] as number) <= rank) break;
      heap[at] = parent;
      keys[at] = parentKey;
      place[parent] = at;
      at = parentAt;
    }
    heap[at] = entry;
    keys[at] = key;
    place[entry] = at;
  }

  private siftDown(from: number, entry: number, key: number): void {
    const { heap, place, keys, ranks, count } = this;
    const rankAt = (at: number): number => ranks[heap[at] as number] as number;
    const rank = ranks[entry] as number;
    let at = from;
    for (;;) {
      const first = at * 4 + 1;
      if (first >= count) break;
      let bestAt = first;
      let bestKey = keys[first] as number;
      const last = first + 4 < count ? first + 4 : count;
      for (let childAt = first + 1; childAt < last; childAt += 1) {
        const childKey = keys[childAt] as number;
        if (childKey > bestKey || (childKey === bestKey && rankAt(childAt) >= rankAt(bestAt))) continue;
        bestAt = childAt;
        bestKey = childKey;
      }
      if (key < bestKey || (key === bestKey && rank < rankAt(bestAt))) break;
      const best = heap[bestAt] as number;
      heap[at] = best;
      keys[at] = bestKey;
      place[best] = at;
      at = bestAt;
    }
    heap[at] = entry;
    keys[at] = key;
    place[entry] = at;
  }
}

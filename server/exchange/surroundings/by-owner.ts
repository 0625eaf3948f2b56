interface Owned {
  readonly id: number;
  readonly ownerId: number;
}

/** What traders keep, by number and by whose it is: nobody who asks for his own waits for what everybody has. */
export class ByOwner<T extends Owned> {
  readonly #all = new Map<number, T>();
  readonly #owners = new Map<number, Map<number, T>>();

  get(id: number): T | undefined {
    return this.#all.get(id);
  }

  /** In the order in which they came. */
  ofOwner(ownerId: number): readonly T[] {
    return [...(this.#owners.get(ownerId)?.values() ?? [])];
  }

  /** Takes one in, in the place of what was there under its number. The result takes it back. */
  put(one: T): () => void {
    const before = this.#all.get(one.id);
    this.#all.set(one.id, one);
    const own = this.#owners.get(one.ownerId) ?? new Map<number, T>();
    this.#owners.set(one.ownerId, own.set(one.id, one));
    return () => void (before === undefined ? this.drop(one) : this.put(before));
  }

  /** Lets one go. The result takes it back. */
  drop(one: T): () => void {
    const own = this.#owners.get(one.ownerId);
    this.#all.delete(one.id);
    own?.delete(one.id);
    if (own?.size === 0) this.#owners.delete(one.ownerId);
    return () => void this.put(one);
  }
}

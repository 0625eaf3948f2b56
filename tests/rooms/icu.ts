/** What an ICU message is made of, as far as languages may differ in it. */
export interface Icu {
  /** Names of its arguments, sorted. */
  readonly args: readonly string[];
  /** Names of its tags, sorted. */
  readonly tags: readonly string[];
  /** Categories of each plural (`one`, `=0`), in order. */
  readonly plurals: readonly { readonly name: string; readonly categories: readonly string[] }[];
  readonly selects: readonly { readonly name: string; readonly options: readonly string[] }[];
  /** What is read: the text of all its choices, without arguments and tags. */
  readonly text: string;
}

const CHOICE = /^\s*(plural|selectordinal|select)\s*,/;

class Reader {
  private at = 0;
  readonly args = new Set<string>();
  readonly tags = new Set<string>();
  readonly plurals: { name: string; categories: string[] }[] = [];
  readonly selects: { name: string; options: string[] }[] = [];
  text = '';
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** Reads text up to the end of the message, or of the choice that it is in. */
  message(depth: number): void {
    while (this.at < this.source.length) {
      const rest = this.source.slice(this.at);
      const quoted = /^'(''|[{}<>#|](?:[^']|'')*'?)/.exec(rest);
      const tag = /^<\/?([\w-]+)\/?>/.exec(rest);
      if (rest.startsWith('}')) {
        if (depth === 0) throw new Error('a } that closes nothing');
        return;
      }
      if (rest.startsWith('{')) this.argument(depth);
      else if (tag !== null) {
        this.tags.add(tag[1] ?? '');
        this.at += tag[0].length;
      } else {
        this.text += quoted === null ? rest[0] : quoted[1];
        this.at += quoted === null ? 1 : quoted[0].length;
      }
    }
    if (depth > 0) throw new Error('a { that is not closed');
  }

  private argument(depth: number): void {
    const head = /^\{\s*(\w+)\s*([,}])/.exec(this.source.slice(this.at));
    if (head === null) throw new Error('a { that begins no argument');
    const name = head[1] ?? '';
    this.args.add(name);
    this.at += head[0].length;
    if (head[2] === '}') return;
    const choice = CHOICE.exec(this.source.slice(this.at));
    if (choice === null) {
      const end = this.source.indexOf('}', this.at);
      if (end < 0) throw new Error('a { that is not closed');
      this.at = end + 1;
      return;
    }
    this.at += choice[0].length;
    const options = this.options(depth + 1);
    if (!options.includes('other')) throw new Error(`no other of ${name}`);
    if (choice[1] === 'select') this.selects.push({ name, options });
    else this.plurals.push({ name, categories: options });
  }

  private options(depth: number): string[] {
    const options: string[] = [];
    for (;;) {
      const option = /^\s*(=\d+|\w+)\s*\{/.exec(this.source.slice(this.at));
      if (option === null) break;
      options.push(option[1] ?? '');
      this.at += option[0].length;
      this.text += ' ';
      this.message(depth);
      this.at += 1;
    }
    const end = /^\s*\}/.exec(this.source.slice(this.at));
    if (end === null) throw new Error('a choice that does not end');
    this.at += end[0].length;
    return options;
  }
}

/** Throws, with what is wrong, where it is none. */
export function readIcu(message: string): Icu {
  const reader = new Reader(message);
  reader.message(0);
  const { args, tags, plurals, selects, text } = reader;
  return { args: [...args].sort(), tags: [...tags].sort(), plurals, selects, text };
}

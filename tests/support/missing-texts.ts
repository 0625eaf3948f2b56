/**
 * A text that is not there, or cannot be made: next-intl shows its key instead and says so – the browser on its console, the server on
 * stderr –, and nothing else fails.
 */
const MISSING =
  /\b(?:MISSING_MESSAGE|MISSING_FORMAT|INSUFFICIENT_PATH|INVALID_MESSAGE|INVALID_KEY|FORMATTING_ERROR)\b(?!')/;

export const saysMissing = (line: string): boolean => MISSING.test(line);

/** Enough to know what is wrong: one text may be missing on every page. */
const NAMED = 20;

/** Listens to what a server writes, in whatever pieces it comes; each complaint once. */
export class MissingTexts {
  readonly #found = new Set<string>();
  #rest = '';

  hear(part: string): void {
    const lines = (this.#rest + part).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (saysMissing(line) && this.#found.size < NAMED) this.#found.add(line.trim());
  }

  /** All of them, and from then on anew. */
  take(): readonly string[] {
    this.hear('\n');
    const found = [...this.#found];
    this.#found.clear();
    return found;
  }
}

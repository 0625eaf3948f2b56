/** Bots that are named of those with one fault: a market may have thousands. */
const NAMED = 20;

/**
 * Bots that a start cannot bring to life, by what is wrong with them. A start ends with them, all told of at once: what they
 * hold is real, its stops and liquidations are nobody's while they stand still, and the program of before goes on with all.
 */
export class BrokenBots {
  readonly #byFault = new Map<string, number[]>();
  #first: unknown;

  note(botId: number, error: unknown): void {
    this.#first ??= error;
    const fault = error instanceof Error ? error.message : String(error);
    const bots = this.#byFault.get(fault);
    if (bots === undefined) this.#byFault.set(fault, [botId]);
    else bots.push(botId);
  }

  /** Throws where there are any. */
  refuse(): void {
    if (this.#byFault.size === 0) return;
    const told = [...this.#byFault].map(([fault, bots]) => {
      const more = bots.length > NAMED ? ` and ${bots.length - NAMED} more` : '';
      return `${fault} (${bots.length === 1 ? 'bot' : 'bots'} ${bots.slice(0, NAMED).join(', ')}${more})`;
    });
    throw new Error(`The bots of this store cannot go on: ${told.join('; ')}. Nothing was changed.`, {
      cause: this.#first,
    });
  }
}

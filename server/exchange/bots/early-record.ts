/** What a record of the time when spot grids were the only kind has in other words, or what every such bot had alike. */
interface EarlyRecord {
  readonly market: string;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly final: Readonly<Record<string, unknown>> | null;
}

/** What a record says in other words from before bots traded several markets or were funded with coins. */
interface SingleRecord {
  readonly createTicks: number;
}

/** A stored record as records are now; one that is so already is copied. */
export function upgradeRecord(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // The time of the latest trade was not noted once; the journal knows it (loadBots).
  // What completed trades came to was the machine's own count once.
  const single = fromSingle(stored.instrument === undefined ? fromEarly(stored) : stored);
  // Nobody could take anything out or put anything in once.
  return {
    listedMs: listedSince(single),
    shownMs: shownSince(single),
    lastTradeMs: null,
    completedProfit: single.gridProfit ?? '0',
    withdrawn: '0',
    deposited: '0',
    // Of a bot that nobody listened to from its start no tape could begin.
    taped: -1,
    ...single,
  };
}

/**
 * A record of before it said since when a bot is listed said whether it ever was, and one of before that only whether it is:
 * nobody could hide or show one later. It counts as listed from its creation on.
 */
export function listedSince(stored: Readonly<Record<string, unknown>>): number | null {
  const wasListed = stored.wasListed ?? stored.isHide !== true;
  return wasListed === true ? Number(stored.createMs) : null;
}

/** A record of before it said since when it is shown without a break knows of none: it counts from when it was first listed. */
export function shownSince(stored: Readonly<Record<string, unknown>>): number | null {
  if (stored.isHide === true) return null;
  return typeof stored.listedMs === 'number' ? stored.listedMs : listedSince(stored);
}

/** An option of another end than a limit could once be saved with a limit's slippage and time, which meant nothing: today it has none. */
export function limitsAlone<O extends { readonly type: string; readonly slip: string; readonly expiration: number }>(
  option: O,
): O {
  return option.type === 'limit' ? option : { ...option, slip: '0', expiration: 0 };
}

/**
 * An early record says neither where its money came from (only the spot account paid bots) nor the price at its
 * creation, which is asked for only where the market has no price at all: the lower end of its range stands in.
 */
function fromEarly(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { lowTicks, highTicks, ...rest } = stored as unknown as EarlyRecord;
  return {
    ...rest,
    instrument: rest.market,
    account: 'spot',
    createTicks: lowTicks,
    isCreatePriceKnown: false,
    trial: '0',
    range: { lowTicks, highTicks },
    rounds: 0,
    final: rest.final === null ? null : { ...rest.final, funding: '0', interest: '0' },
  };
}

/** A mark price that was not noted is the last price. */
function fromSingle(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (stored.createPrices !== undefined) return { ...stored };
  const { createTicks, ...rest } = stored as unknown as SingleRecord;
  return { ...rest, createPrices: [createTicks, createTicks], coins: [] };
}

import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { DailyPoint } from '#server/exchange/bots/daily-curve.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { listedDayReturns } from '#server/exchange/bots/whole-days.ts';
import { RANKINGS, type Ranking } from '#server/exchange/views/ranking.ts';
import { ScoreBoard } from '#server/exchange/views/score-board.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

/**
 * Providers who try to better a rank (H57), over the score board as the exchange has it: by many bots, by keeping twenty to themselves
 * and showing the lucky one, by ending or hiding losers, by money put in and taken out, by copies of their own.
 */

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 4, 20, 12);
const TODAY = Math.floor(NOW / DAY_MS);
const UNIT = 100_000_000n;
const START = 1_000n * UNIT;
const RUNS = runs(60, 1_000);

interface Made {
  readonly owner?: number;
  /** Fractions of what the bot has at each day's beginning, oldest first; the last one ended yesterday, or with the bot. */
  readonly returns: readonly number[];
  /** Days before today on which its last day was; 0: it lives. */
  readonly endedAgo?: number;
  /** Its first so many days nobody could see. */
  readonly hiddenDays?: number;
  /** Its days before that on which it was shown for a moment; absent: on none. */
  readonly shownFor?: number;
  readonly isHide?: boolean;
  readonly followId?: number;
  /** Units put in on a day, at its end. */
  readonly deposits?: ReadonlyMap<number, bigint>;
}

/** A bot with the days of its life as the exchange keeps them: profits to the unit, what was put in by each day's end. */
function botOf(
  id: number,
  {
    owner = 1,
    returns,
    endedAgo = 0,
    hiddenDays = 0,
    shownFor,
    isHide = false,
    followId = 0,
    deposits = new Map(),
  }: Made,
): LiveBot {
  const firstDay = TODAY - returns.length - endedAgo;
  let profit = 0n;
  let deposited = 0n;
  const put = [...deposits.values()].reduce((sum, one) => sum + one, 0n);
  const days = returns.map((one, index): Omit<DailyPoint, 'rateE8'> => {
    const before = START + deposited + profit;
    profit += BigInt(Math.round(Number(before) * one));
    deposited += deposits.get(index) ?? 0n;
    const day = new Date((firstDay + index) * DAY_MS).toISOString().slice(0, 10);
    return { day, profit, deposited, usdtEquity: 0n, span: null };
  });
  const curve = days.map((point) => ({ ...point, rateE8: (point.profit * UNIT) / (START + put) }));
  const finishMs = endedAgo === 0 ? null : (TODAY - endedAgo) * DAY_MS - 1;
  const record = {
    ...{ id, ownerId: owner, followId, kind: 'spot_grid', isHide, startEquity: START, deposited: put, finishMs },
    ...{ createMs: firstDay * DAY_MS, status: finishMs === null ? 'running' : 'finished' },
    listedMs: (firstDay + (shownFor ?? hiddenDays)) * DAY_MS,
    shownMs: isHide ? null : (firstDay + hiddenDays) * DAY_MS,
  };
  return { record, curve, machine: null, watch: null } as unknown as LiveBot;
}

/** A whole look of the score board at some bots. */
function lookAt(bots: readonly LiveBot[]) {
  const figures = ({ curve }: LiveBot) => [...curve].at(-1) as DailyPoint;
  const board = new ScoreBoard({ every: () => bots.values() }, {
    present: (bot: LiveBot) => figures(bot),
    earned: (bot: LiveBot) => figures(bot),
  } as never);
  const look = board.look(() => NOW);
  for (let step = look.next(); ; step = look.next()) if (step.done === true) return { board, ...step.value };
}

/** The default score of each of some bots, by number. */
function scoresOf(bots: readonly LiveBot[]): ReadonlyMap<number, number> {
  const { board } = lookAt(bots);
  return new Map(
    bots.flatMap((bot) => (board.scoreOf(bot) === null ? [] : [[bot.record.id, board.scoreOf(bot) as number]])),
  );
}

/** Numbers of the bots that stand in the orders by one figure, best first. By age stands whoever is shown: it says nothing of him. */
function byFigures(bots: readonly LiveBot[]): Readonly<Partial<Record<Ranking, readonly number[]>>> {
  const { orders } = lookAt(bots);
  const idsOf = (ranking: Ranking) => orders[ranking].placed.map(({ row }) => row.entry.bot.record.id);
  return Object.fromEntries(
    RANKINGS.filter((one) => one !== 'default' && one !== 'create_time').map((one) => [one, idsOf(one)]),
  );
}

const scoreOf = (bots: readonly LiveBot[], id = 1): number => scoresOf(bots).get(id) ?? Number.NEGATIVE_INFINITY;
const alone = (made: Made): number => scoreOf([botOf(1, { ...made, owner: 99 })]);

/** What each day is said to have returned. */
const daysOf = (made: Made): readonly number[] => listedDayReturns(botOf(1, made));

const day = fc.double({ min: -0.08, max: 0.08, noNaN: true });
const record = (least: number, most = 25) => fc.array(day, { minLength: least, maxLength: most });
/** Sums of floats over other orders differ in their last digits. */
const AT_MOST = 1e-12;

describe('a provider who cheats (H57)', () => {
  it('betters no rank by any other bots, listed at once, ended, or hidden afterwards', () => {
    const other = fc.record({ returns: record(1), endedAgo: fc.integer({ min: 0, max: 30 }), isHide: fc.boolean() });
    fc.assert(
      fc.property(record(7), fc.array(other, { maxLength: 25 }), (returns, others) => {
        const bots = [botOf(1, { returns }), ...others.map((made, index) => botOf(index + 2, made))];
        expect(scoreOf(bots)).toBeLessThanOrEqual(alone({ returns }) + AT_MOST);
      }),
      { numRuns: RUNS },
    );
  });

  it('betters none by clones: of a bot that is no better than its provider they are worth nothing', () => {
    fc.assert(
      fc.property(record(7), fc.integer({ min: 1, max: 40 }), (returns, clones) => {
        const bots = Array.from({ length: clones + 1 }, (_, index) => botOf(index + 1, { returns }));
        for (const score of scoresOf(bots).values()) expect(score).toBeLessThanOrEqual(alone({ returns }) + AT_MOST);
      }),
      { numRuns: RUNS },
    );
  });

  it('who lists twenty bots without skill seldom ranks above nothing, as who lists one', () => {
    const next = randomFrom(7);
    const month = () => Array.from({ length: 30 }, () => (next() + next() + next() - 1.5) * 0.03);
    const tries = runs(300, 3_000);
    let [one, twenty] = [0, 0];
    for (let at = 0; at < tries; at += 1) {
      const records = Array.from({ length: 20 }, month);
      if (alone({ returns: records[0] as number[] }) > 0) one += 1;
      const scores = scoresOf(records.map((returns, index) => botOf(index + 1, { returns })));
      if (Math.max(...scores.values()) > 0) twenty += 1;
    }
    // A record is above nothing by chance in fewer than one of ten cases, and twenty together in no more.
    expect(one / tries).toBeLessThan(0.1);
    expect(twenty).toBeLessThanOrEqual(one + 3);
  });

  it('who keeps twenty to himself and shows the lucky one later has the days since then, and no better a rank by those before', () => {
    fc.assert(
      fc.property(fc.array(record(7, 7), { minLength: 20, maxLength: 20 }), record(0, 20), (weeks, since) => {
        const sum = (returns: readonly number[]): number => returns.reduce((all, one) => all + one, 0);
        const lucky = weeks.reduce((best, week) => (sum(week) > sum(best) ? week : best));
        const shown = botOf(1, { returns: [...lucky, ...since], hiddenDays: 7 });
        if (since.length < 7) expect(scoreOf([shown])).toBe(Number.NEGATIVE_INFINITY);
        // Rates are kept to the eighth digit of the investment.
        else expect(scoreOf([shown])).toBeLessThanOrEqual(alone({ returns: since }) + 1e-6);
      }),
      { numRuns: RUNS },
    );
  });

  it('nor stands he with its whole life in the orders by one figure, however late he shows it or for how short a while he did before', () => {
    const cheat = fc.record({
      weeks: fc.array(record(7, 7), { minLength: 20, maxLength: 20 }),
      since: record(7, 15),
      hiddenDays: fc.integer({ min: 1, max: 7 }),
      shownFor: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    });
    const honest = fc.array(record(7), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cheat, honest, ({ weeks, since, hiddenDays, shownFor }, records) => {
        const sum = (returns: readonly number[]): number => returns.reduce((all, one) => all + one, 0);
        const lucky = weeks.reduce((best, week) => (sum(week) > sum(best) ? week : best));
        const others = records.map((returns, index) => botOf(index + 100, { owner: index + 100, returns }));
        const made: Made = { returns: [...lucky, ...since], hiddenDays };
        const at = shownFor === undefined ? undefined : Math.min(shownFor, hiddenDays - 1);
        const shown = botOf(1, { ...made, ...(at === undefined ? {} : { shownFor: at }) });
        const stands = byFigures([shown, ...others]);
        expect(stands).toEqual(byFigures(others));
        expect(stands.rate?.length).toBe(others.length);
        // Who has shown all of it stands there, and by default he stands by the days since: the same seven days or more.
        expect(byFigures([botOf(1, { returns: made.returns }), ...others]).rate).toContain(1);
        expect(scoreOf([shown])).toBeGreaterThan(Number.NEGATIVE_INFINITY);
      }),
      { numRuns: RUNS },
    );
  });

  it('betters none by ending or hiding losers: what they lost stays in his record', () => {
    fc.assert(
      fc.property(record(10), fc.array(record(10), { minLength: 1, maxLength: 12 }), (returns, others) => {
        const open = others.map((one, index) => botOf(index + 2, { returns: one }));
        const winner = botOf(1, { returns });
        const before = scoreOf([winner, ...open]);
        const hidden = others.map((one, index) => botOf(index + 2, { returns: one, isHide: true }));
        expect(scoreOf([winner, ...hidden])).toBe(before);
        // Ended with yesterday instead of living on: the same days.
        const ended = open.map((bot) => {
          const { record } = bot;
          return { ...bot, record: { ...record, status: 'finished', finishMs: TODAY * DAY_MS - 1 } } as LiveBot;
        });
        expect(scoreOf([winner, ...ended])).toBeCloseTo(before, 12);
        // Ended long ago: never more than without them.
        const old = others.map((one, index) => botOf(index + 2, { returns: one, endedAgo: 400 }));
        expect(scoreOf([winner, ...old])).toBeLessThanOrEqual(alone({ returns }) + AT_MOST);
      }),
      { numRuns: RUNS },
    );
  });

  it('thins no loss of before by money that he puts in, and doubles no gain by it', () => {
    const deposit = fc.record({ on: fc.nat(19), times: fc.integer({ min: 1, max: 10_000 }) });
    fc.assert(
      fc.property(record(8, 20), fc.array(deposit, { minLength: 1, maxLength: 3 }), (returns, puts) => {
        const deposits = new Map(puts.map(({ on, times }) => [on % returns.length, START * BigInt(times)]));
        // The same returns of what there was each day, with and without more money in it: no loss is smaller, no gain larger.
        const honest = daysOf({ returns });
        for (const [index, one] of daysOf({ returns, deposits }).entries()) {
          const without = honest[index] as number;
          expect(one).toBeLessThanOrEqual(without + 1e-6);
          if (!deposits.has(index)) expect(one).toBeCloseTo(without, 6);
        }
      }),
      { numRuns: RUNS },
    );
    const lost = [-0.5, ...Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? -0.01 : 0.01))];
    const saved = botOf(1, { returns: lost, deposits: new Map([[1, START * 1_000_000n]]) });
    expect(scoreOf([saved])).toBeCloseTo(alone({ returns: lost }), 4);
    expect(alone({ returns: lost })).toBeLessThan(-0.1);
  });

  it('has nothing of copies, his own second account’s among them: they stand in their owner’s record', () => {
    fc.assert(
      fc.property(record(7), fc.array(record(7), { maxLength: 10 }), (returns, copies) => {
        const own = botOf(1, { returns });
        const made = copies.map((one, index) => botOf(index + 2, { owner: 2, returns: one, followId: 1 }));
        expect(scoreOf([own, ...made])).toBe(scoreOf([own]));
      }),
      { numRuns: RUNS },
    );
  });
});

/** Numbers in [0, 1), the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

import { describe, expect, it } from 'vitest';
import type { Candidate, Origin } from '#components/start/candidate.ts';
import { chooseProposals, fitTo, type Studied, worstCase } from '#components/start/choose-proposals.ts';
import { answersOf, BEARABLE, queryOfAnswers, type StartAnswers, VIEWS } from '#components/start/start-answers.ts';
import type { Replayed } from '#lib/client/preview-replay.ts';
import type { FinishReason } from '#lib/contract/bot-words.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { seededUniform } from '../bench/support/seeded-candles.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** Kinds of one market, as the start page looks at them. */
const KINDS = (Object.keys(KIND_FACTS) as RunnableKind[]).filter((kind) => KIND_FACTS[kind].trades === 'market');

const BOT: Origin = { by: 'bot', strategy_id: 1, anonymous: 'a', nickname: 'n', runSeconds: 1, rate: '0' };
const AI = { by: 'ai', judged: { grade: 'B' } } as Origin;

function replayed(changes: Partial<Replayed>): Replayed {
  const days = changes.days ?? 30;
  return {
    days,
    curve: [],
    holdCurve: [],
    profit: '0',
    profitRate: '0.05',
    maxDrawdown: '0.02',
    holdRate: '0',
    matches: 0,
    fills: 0,
    finish: null,
    finishedAtMs: null,
    ...changes,
  };
}

interface Wish {
  readonly kind?: RunnableKind;
  readonly origin?: Origin;
  readonly month?: Partial<Replayed>;
  readonly quarter?: Partial<Replayed>;
  /** Rates at −30 … 30 percent. */
  readonly rates?: readonly number[];
  readonly finish?: FinishReason | null;
}

let made = 0;
function studied({ kind = KINDS[0] as RunnableKind, origin = BOT, month = {}, quarter = {}, ...rest }: Wish): Studied {
  const { spec, good } = KIND_CASES[kind];
  const definition = definitionOf(kind);
  const params = typedParams(definition as never, { ...definition.defaults(spec), ...good }, spec, 0n) as never;
  const candidate: Omit<Candidate, 'id'> = { origin, kind, spec, params, payload: {}, liquidation: [] };
  const { rates = [-0.09, -0.06, -0.03, 0.03, 0.05, 0.06], finish = null } = rest;
  const moves = [-30, -20, -10, 10, 20, 30].map((by, i) => ({
    id: String(by),
    result: { ticks: 1, profit: 0n, rate: rates[i] ?? 0, finish: by === -30 ? finish : null },
  }));
  made += 1;
  const study = { month: replayed(month), quarter: replayed({ days: 90, ...quarter }), moves };
  return { ...candidate, id: `bot ${made}`, study };
}

const answers = (changes: Partial<StartAnswers> = {}): StartAnswers => ({
  market: 'BTC_USDT',
  view: 'unknown',
  amount: '1000',
  bearable: '0.2',
  ...changes,
});

const SHORT = [0.3, 0.2, 0.1, -0.05, -0.1, -0.15];

describe('what is proposed for answers (G8)', () => {
  it('is never worse in anything that was tried than what is bearable, whatever the bots did', () => {
    const uniform = seededUniform(7);
    for (let run = 0; run < 400; run += 1) {
      const bots = Array.from({ length: 12 }, () =>
        studied({
          kind: KINDS[Math.floor(uniform() * KINDS.length)] as RunnableKind,
          origin: uniform() < 0.5 ? AI : BOT,
          month: { profitRate: (uniform() - 0.4).toFixed(8), maxDrawdown: (uniform() * 0.6).toFixed(8) },
          quarter: { profitRate: (uniform() - 0.4).toFixed(8), maxDrawdown: (uniform() * 0.6).toFixed(8) },
          rates: Array.from({ length: 6 }, () => uniform() - 0.5),
          finish: uniform() < 0.2 ? 'liquidated' : null,
        }),
      );
      const view = VIEWS[run % VIEWS.length] as StartAnswers['view'];
      const bearable = BEARABLE[(run >> 2) % BEARABLE.length] as StartAnswers['bearable'];
      const { proposals, leftOut, leastLoss } = chooseProposals(bots, answers({ view, bearable }));
      expect(proposals.length).toBeLessThanOrEqual(3);
      expect(new Set(proposals.map(({ id }) => id)).size).toBe(proposals.length);
      for (const bot of proposals) {
        const { month, quarter, moves } = bot.study;
        const losses = [month.maxDrawdown, quarter.maxDrawdown, ...moves.map(({ result }) => -result.rate)].map(Number);
        expect(Math.max(...losses)).toBeLessThanOrEqual(Number(bearable));
        expect(moves.some(({ result }) => result.finish === 'liquidated')).toBe(false);
        expect(Number(month.profitRate) > 0 || Number(quarter.profitRate) > 0).toBe(true);
        expect(fitTo(view, bot)).not.toBeNull();
      }
      // Every bot that was tried is proposed, could have been, or is counted with its reason.
      expect(leftOut.view + leftOut.lost + leftOut.risk).toBeLessThanOrEqual(bots.length - proposals.length);
      if (proposals.length > 0) expect(leastLoss).toBeNull();
    }
  });

  it('for a fall is what earns by one; what only buys more cheaply comes after it, and a long bot never', () => {
    const buys = KINDS.filter((kind) => KIND_FACTS[kind].pickerClass === 'average-cost');
    const spot = buys.find((kind) => KIND_CASES[kind].spec.contract === undefined) as RunnableKind;
    const contract = buys.find((kind) => KIND_CASES[kind].spec.contract !== undefined) as RunnableKind;
    const short = studied({ rates: SHORT });
    const [averaging, levered, long] = [studied({ kind: spot }), studied({ kind: contract }), studied({})];
    const chosen = (bots: readonly Studied[]) =>
      chooseProposals(bots, answers({ view: 'falling' })).proposals.map(({ id }) => id);
    expect(chosen([long, averaging, levered, short])).toEqual([short.id, averaging.id]);
    expect(chosen([long, levered])).toEqual([]);
    // A fall that costs more than is bearable takes the averaging one out.
    expect(chosen([studied({ kind: spot, rates: [-0.25, -0.1, -0.05, 0.03, 0.05, 0.06] })])).toEqual([]);
  });

  it('for a rise is what earns by one, and for a market that goes sideways what earns by ups and downs', () => {
    const realised = KINDS.find((kind) => KIND_FACTS[kind].profits === 'realised') as RunnableKind;
    const grid = KINDS.find((kind) => KIND_FACTS[kind].profits === 'grid') as RunnableKind;
    expect(fitTo('rising', studied({ rates: SHORT }))).toBeNull();
    expect(fitTo('rising', studied({}))).toBe(0);
    expect(fitTo('rising', studied({ rates: [0, 0, 0, 0, 0, 0] }))).toBeNull();
    expect(fitTo('sideways', studied({ kind: realised }))).toBeNull();
    expect(fitTo('sideways', studied({ kind: grid }))).toBe(0);
  });

  it('begins, where nobody knows what comes, with what loses least; else with what made most for its risk', () => {
    const calm = studied({ quarter: { profitRate: '0.01', maxDrawdown: '0.01' }, rates: [-0.02, 0, 0, 0, 0.01, 0.02] });
    const bold = studied({
      quarter: { profitRate: '0.4', maxDrawdown: '0.1' },
      rates: [-0.15, -0.1, 0, 0.1, 0.2, 0.3],
    });
    const first = (view: StartAnswers['view']) => chooseProposals([calm, bold], answers({ view })).proposals[0]?.id;
    expect(first('unknown')).toBe(calm.id);
    expect(first('rising')).toBe(bold.id);
  });

  it('has different kinds and both origins where there are such', () => {
    const [one, two] = KINDS as [RunnableKind, RunnableKind];
    const best = (rate: string) => ({ quarter: { profitRate: rate } });
    const bots = [
      studied({ kind: one, ...best('0.9') }),
      studied({ kind: one, ...best('0.8') }),
      studied({ kind: one, ...best('0.7') }),
      studied({ kind: two, ...best('0.2') }),
      studied({ kind: one, origin: AI, ...best('0.1') }),
    ];
    const { proposals } = chooseProposals(bots, answers({ view: 'rising' }));
    expect(proposals.map(({ id }) => id)).toEqual([bots[0]?.id, bots[3]?.id, bots[4]?.id]);
  });

  it('is nothing where nothing is bearable, and then says how far the nearest one is from it', () => {
    const bots = [studied({ rates: [-0.5, 0, 0, 0.1, 0, 0] }), studied({ quarter: { maxDrawdown: '0.31' } })];
    const { proposals, leftOut, leastLoss } = chooseProposals(bots, answers({ view: 'rising', bearable: '0.1' }));
    expect(proposals).toEqual([]);
    expect(leftOut).toEqual({ view: 0, lost: 0, risk: 2 });
    expect(leastLoss).toBe(0.31);
  });

  it('names the worst case by where it was', () => {
    expect(worstCase(studied({ quarter: { maxDrawdown: '0.4' } }))).toEqual({ loss: 0.4, where: { replayDays: 90 } });
    expect(worstCase(studied({ rates: SHORT }))).toEqual({ loss: 0.15, where: { moveId: '30' } });
  });
});

describe('answers in the address', () => {
  it('come back as they were given; what is no answer changes nothing', () => {
    const given = answers({ view: 'falling', amount: '2500.5', bearable: '0.35', market: 'ETH_USDT' });
    const markets = ['BTC_USDT', 'ETH_USDT'];
    expect(answersOf(queryOfAnswers(given), answers(), markets)).toEqual(given);
    for (const bad of ['?view=up&amount=1e9&loss=0.9&market=XXX_USDT', '?amount=-5', '?amount=<b>', ''])
      expect(answersOf(bad, answers(), markets)).toEqual(answers());
  });
});

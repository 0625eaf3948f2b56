import { describe, expect, it } from 'vitest';
import {
  advance,
  type CreateFlowEvent,
  type CreateFlowState,
  IDLE,
  type Review,
} from '#components/create/create-flow.ts';
import {
  type CreateFlowWorld,
  type Creation,
  createFlowRunner,
  type ShownEffect,
} from '#components/create/create-flow-runner.ts';
import { doubtsAbout } from '#components/create/pre-checks.ts';
import type { ChartLine, Issue } from '#lib/strategies/definition.ts';

const error = (field: string, place: Issue['place'] = 'field'): Issue => ({
  field,
  code: 'range',
  severity: 'error',
  place,
});
const warning: Issue = {
  field: 'stop_upward_price',
  code: 'trail.momentum_too_large',
  severity: 'warning',
  place: 'field',
};
const names = (effects: readonly { readonly type: string }[]): string[] => effects.map(({ type }) => type);
const REVIEW: Review = { doubts: [], funding: null };
const SENDING: CreateFlowState = { step: 'sending', review: REVIEW };

describe('the create flow', () => {
  it('reads the agreement first, and asks for a signature only when it is unsigned (C-208)', () => {
    const begun = advance(IDLE, { type: 'submit' });
    expect(names(begun.effects)).toEqual(['read-agreement']);
    const signed = advance(begun.state, { type: 'agreement-read', isSigned: true, version: '1' });
    expect(names(signed.effects)).toEqual(['check']);
    const unsigned = advance(begun.state, { type: 'agreement-read', isSigned: false, version: '7' });
    expect(names(unsigned.effects)).toEqual(['ask-agreement']);
    const agreed = advance(unsigned.state, { type: 'agreement-answered', hasAgreed: true });
    expect(agreed.effects).toEqual([{ type: 'sign-agreement', version: '7' }]);
    expect(names(advance(agreed.state, { type: 'agreement-signed' }).effects)).toEqual(['check']);
  });

  it('ends when the agreement is not accepted, and nothing is sent (C-208)', () => {
    const asking: CreateFlowState = { step: 'asking-agreement', version: '1' };
    expect(advance(asking, { type: 'agreement-answered', hasAgreed: false })).toEqual({ state: IDLE, effects: [] });
  });

  it('stops at the first error, brings it into sight and says what belongs in a toast (C-209, C-257)', () => {
    const { state, effects } = advance(
      { step: 'checking' },
      {
        type: 'checked',
        issues: [warning, error('high_price'), error('grid_num', 'toast')],
        doubts: [],
        funding: null,
      },
    );
    expect(state).toEqual(IDLE);
    expect(effects).toEqual([
      { type: 'focus-first-error', field: 'high_price', issue: error('high_price') },
      { type: 'say-issue', issue: error('grid_num', 'toast') },
    ]);
  });

  it('shows the review sheet before every creation, with what looks odd and what is borrowed in it (H52, C-094, C-092)', () => {
    const funding = { quote: { asset: 'USDT', borrowed: 5n }, base: { asset: 'BTC', borrowed: 1n } };
    for (const review of [REVIEW, { doubts: [{ kind: 'outside-range' }] as const, funding }]) {
      const asked = advance({ step: 'checking' }, { type: 'checked', issues: [], ...review });
      expect(asked).toEqual({ state: { step: 'reviewing', review, refusal: null }, effects: [] });
      expect(advance(asked.state, { type: 'confirmed', isConfirmed: false })).toEqual({ state: IDLE, effects: [] });
      const sent = advance(asked.state, { type: 'confirmed', isConfirmed: true });
      expect(sent).toEqual({ state: { step: 'sending', review }, effects: [{ type: 'send' }] });
    }
  });

  it('on code 200 says so, empties the form and shows the running list (C-211, C-212, C-389)', () => {
    const { state, effects } = advance(SENDING, { type: 'answered', answer: { code: 200, message: '' } });
    expect(state).toEqual(IDLE);
    expect(names(effects)).toEqual(['keep-key', 'say-created', 'reset-form', 'show-running-list']);
  });

  it('puts a refused field’s words at that field (C-387)', () => {
    const { effects } = advance(SENDING, {
      type: 'answered',
      answer: { code: 422, message: '', field: 'money', issue: 'money.balance.create', values: { unit: 'USDT' } },
    });
    expect(effects[1]).toMatchObject({ type: 'refuse-field', field: 'money', issue: { code: 'money.balance.create' } });
    expect(effects[2]).toEqual({ type: 'focus-first-error', field: 'money' });
  });

  it('keeps the sheet open with every other refusal, which can be confirmed again (C-387, H52)', () => {
    const answer = { code: 409, message: '', issue: 'price-unknown' };
    const { state, effects } = advance(SENDING, { type: 'answered', answer });
    expect(state).toEqual({ step: 'reviewing', review: REVIEW, refusal: answer });
    expect(names(effects)).toEqual(['keep-key', 'track-refusal']);
    expect(names(advance(state, { type: 'confirmed', isConfirmed: true }).effects)).toEqual(['send']);
  });

  it('says a refusal of the agreement in the words that the server gave (C-387, M-333, M-335)', () => {
    const answer = { code: 409, message: '', issue: 'agreement-version' };
    const { effects } = advance({ step: 'signing-agreement' }, { type: 'answered', answer });
    expect(effects[0]).toEqual({ type: 'say-refusal', answer });
    // It says nothing of a creation that was sent before.
    expect(names(effects)).not.toContain('keep-key');
  });

  it('sends somebody whose session has ended to the login page (C-342)', () => {
    const { effects } = advance(SENDING, { type: 'answered', answer: { code: 401, message: '' } });
    expect(names(effects)).toEqual(['keep-key', 'go-to-login']);
  });

  it('never takes an answer of the agreement for a created bot (C-208)', () => {
    for (const step of ['reading-agreement', 'signing-agreement'] as const) {
      const { effects } = advance({ step }, { type: 'answered', answer: { code: 200, message: '' } });
      expect(names(effects)).not.toContain('say-created');
    }
  });

  it('says network error when a step got no answer, and is ready again (C-386)', () => {
    const states = [
      { step: 'reading-agreement' },
      { step: 'signing-agreement' },
      { step: 'checking' },
      SENDING,
    ] as const;
    for (const state of states) {
      expect(advance(state, { type: 'failed' })).toEqual({ state: IDLE, effects: [{ type: 'say-network-error' }] });
    }
  });

  it('ignores events that do not belong to its step: a second click, a late answer (C-203)', () => {
    const late: readonly CreateFlowEvent[] = [
      { type: 'submit' },
      { type: 'agreement-signed' },
      { type: 'confirmed', isConfirmed: true },
    ];
    for (const event of late) expect(advance(SENDING, event)).toEqual({ state: SENDING, effects: [] });
    expect(advance(IDLE, { type: 'answered', answer: { code: 200, message: '' } })).toEqual({
      state: IDLE,
      effects: [],
    });
  });
});

describe('what the create flow does in the world', () => {
  const CREATED: CreateFlowEvent = { type: 'answered', answer: { code: 200, message: '' } };

  function runnerOf(answers: readonly (CreateFlowEvent | Promise<CreateFlowEvent>)[]) {
    const sent: { key: string; money: unknown; isRepeat: boolean }[] = [];
    const shown: ShownEffect[] = [];
    const emptied: unknown[] = [];
    const states: { step: string; isUnknown: boolean }[] = [];
    const unanswered = new Map<string, Creation>();
    /** How many creations are unanswered while the password is asked. */
    const heldBack: number[] = [];
    let password: string | null = null;
    let isOwnerKnown = true;
    let agreement: CreateFlowEvent = { type: 'agreement-read', isSigned: true, version: '1' };
    const queue = [...answers];
    let money = '100';
    let keyCount = 0;
    const world: CreateFlowWorld = {
      readAgreement: async () => agreement,
      askAgreement: async () => ({ type: 'agreement-answered', hasAgreed: true }),
      signAgreement: async () => ({ type: 'agreement-signed' }),
      check: () => (isOwnerKnown ? { issues: [], doubts: [], funding: null } : null),
      reviewed: () => ({ userId: 7, call: 'createGrid', payload: { money }, draft: { money } }),
      newKey: () => `key-${++keyCount}`,
      unanswered: () => [...unanswered.values()].at(-1) ?? null,
      keepUnanswered: (creation) => void unanswered.set(creation.key, creation),
      forgetUnanswered: (key) => void unanswered.delete(key),
      send: async ({ key, payload }, { isRepeat, isHeldBack, goesOut }) => {
        sent.push({ key, money: (payload as { money: string }).money, isRepeat });
        if (password !== null) {
          isHeldBack();
          heldBack.push(unanswered.size);
          if (password === '') return { type: 'abandoned' };
          goesOut();
        }
        const answer = await queue.shift();
        if (answer === undefined) throw new Error('network down');
        return answer;
      },
      show: (effect, of) => {
        shown.push(effect);
        if (effect.type === 'reset-form') emptied.push(of?.draft.money);
      },
    };
    const begin = () => createFlowRunner(world, ({ step }) => states.push({ step, isUnknown: unanswered.size > 0 }));
    let runner = begin();
    /** The form is left and opened again: another runner, the same memory. */
    const openAgain = (): void => {
      runner = begin();
    };
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    const review = async (typed: string): Promise<void> => {
      money = typed;
      runner.dispatch({ type: 'submit' });
      await settle();
    };
    const confirm = async (): Promise<void> => {
      runner.dispatch({ type: 'confirmed', isConfirmed: true });
      await settle();
    };
    const create = async (typed: string): Promise<void> => {
      await review(typed);
      await confirm();
    };
    const askAgain = async (): Promise<void> => {
      runner.dispatch({ type: 'asked-again' });
      await settle();
    };
    const about = {
      ask: (typed: string | null): void => {
        password = typed;
      },
      agreementIs: (event: CreateFlowEvent): void => {
        agreement = event;
      },
      ownerIs: (isKnown: boolean): void => {
        isOwnerKnown = isKnown;
      },
    };
    const keys = (): string[] => sent.map(({ key }) => key);
    const flow = { create, review, confirm, askAgain, openAgain, settle };
    return { ...flow, sent, keys, heldBack, shown, emptied, states, unanswered, ...about };
  }

  it('asks for what was sent with its key and its words after no answer came, never for a second bot (C-210, C-386)', async () => {
    const { create, review, askAgain, sent, states, shown, emptied } = runnerOf([{ type: 'unknown' }, CREATED]);
    await create('100');
    expect(states.at(-1)).toEqual({ step: 'idle', isUnknown: true });
    expect(names(shown)).toEqual(['say-network-error', 'refresh-bots']);
    // What stands in the form by now is not what was sent.
    await review('130');
    await askAgain();
    expect(sent).toHaveLength(1);
    const other = runnerOf([{ type: 'unknown' }, CREATED]);
    await other.create('100');
    await other.askAgain();
    expect(other.sent).toEqual([
      { key: 'key-1', money: '100', isRepeat: false },
      { key: 'key-1', money: '100', isRepeat: true },
    ]);
    expect(other.states.at(-1)).toEqual({ step: 'idle', isUnknown: false });
    expect(names(other.shown)).toEqual([
      'say-network-error',
      'refresh-bots',
      'say-created',
      'reset-form',
      'show-running-list',
    ]);
    // The form is told what was typed for the bot that is there: it may hold something else by now.
    expect(other.emptied).toEqual(['100']);
    expect(emptied).toEqual([]);
  });

  it.each([
    ['the same values', '100'],
    ['values that nobody typed: the AI moved, trial funds are used up', '99'],
  ])('sends nothing else while one is unanswered: %s', async (_name, typed) => {
    const { create, openAgain, askAgain, keys, states } = runnerOf([{ type: 'unknown' }, CREATED, CREATED]);
    await create('100');
    openAgain();
    await create(typed);
    expect(keys()).toEqual(['key-1']);
    expect(states.at(-1)).toEqual({ step: 'idle', isUnknown: true });
    await askAgain();
    await create(typed);
    expect(keys()).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('makes no second bot of a sheet that was opened while the first was on its way, and whose answer comes then', async () => {
    let answer: (event: CreateFlowEvent) => void = () => undefined;
    const late = new Promise<CreateFlowEvent>((resolve) => {
      answer = resolve;
    });
    const { create, review, confirm, openAgain, settle, keys, emptied, states } = runnerOf([late, CREATED]);
    await create('100');
    openAgain();
    await review('100');
    await confirm();
    expect(keys()).toEqual(['key-1']);
    answer(CREATED);
    await settle();
    expect(states.at(-1)?.isUnknown).toBe(false);
    // Its draft goes with it, also out of the form that was opened since.
    expect(emptied).toEqual(['100']);
  });

  it('forgets no unanswered creation for a refusal of a step before it or a closed password; only an answer to it settles it', async () => {
    const { create, askAgain, ask, agreementIs, sent, unanswered } = runnerOf([
      { type: 'unknown' },
      { type: 'unknown' },
      { type: 'answered', answer: { code: 422, message: '', field: 'money' } },
    ]);
    await create('100');
    agreementIs({ type: 'answered', answer: { code: 503, message: '' } });
    await create('100');
    agreementIs({ type: 'agreement-read', isSigned: true, version: '1' });
    ask('');
    await askAgain();
    expect(unanswered.size).toBe(1);
    ask(null);
    await askAgain();
    expect(unanswered.size).toBe(1);
    await askAgain();
    expect(unanswered.size).toBe(0);
    expect(sent.map(({ isRepeat }) => isRepeat)).toEqual([false, true, true, true]);
  });

  it('says a refusal of what is asked for again without a sheet: there is none', async () => {
    const { create, askAgain, shown, states } = runnerOf([
      { type: 'unknown' },
      { type: 'answered', answer: { code: 409, message: '', issue: 'price-unknown' } },
    ]);
    await create('100');
    await askAgain();
    expect(states.at(-1)).toEqual({ step: 'idle', isUnknown: false });
    expect(names(shown).slice(2)).toEqual(['say-refusal', 'track-refusal']);
  });

  it('has nothing unanswered while the password is asked: nothing has happened yet', async () => {
    const { create, ask, heldBack, unanswered } = runnerOf([{ type: 'unknown' }]);
    ask('');
    await create('100');
    expect(heldBack).toEqual([0]);
    ask('typed');
    await create('100');
    expect([...unanswered.values()].map(({ payload }) => payload)).toEqual([{ money: '100' }]);
  });

  it('does not take a call that broke for one that was refused: it may have happened', async () => {
    const { create, askAgain, keys, states } = runnerOf([]);
    await create('100');
    expect(states.at(-1)).toEqual({ step: 'idle', isUnknown: true });
    await askAgain();
    expect(keys()).toEqual(['key-1', 'key-1']);
  });

  it('takes a new key for every creation after an answered one', async () => {
    const refused: CreateFlowEvent = { type: 'answered', answer: { code: 409, message: '' } };
    const { create, confirm, ask, keys } = runnerOf([refused, refused, CREATED, CREATED]);
    await create('200');
    await confirm();
    ask('');
    await confirm();
    ask(null);
    await create('200');
    await create('200');
    expect(keys()).toEqual(['key-1', 'key-2', 'key-3', 'key-4', 'key-5']);
  });

  it('sends nothing while it is not known whose bot it would be', async () => {
    const { create, ownerIs, keys, shown, states } = runnerOf([CREATED]);
    ownerIs(false);
    await create('100');
    expect(keys()).toEqual([]);
    expect(names(shown)).toEqual(['say-network-error']);
    expect(states.at(-1)?.step).toBe('idle');
  });

  it('is free again when a call breaks (C-386)', async () => {
    const { create, states, shown } = runnerOf([]);
    await create('100');
    expect(states.at(-1)?.step).toBe('idle');
    expect(names(shown)).toEqual(['say-network-error']);
  });

  it('is busy from the click to the answer (C-203)', async () => {
    const { create, states } = runnerOf([CREATED]);
    await create('100');
    expect(states.map(({ step }) => step)).toContain('sending');
    expect(states[0]?.step).toBe('reading-agreement');
  });
});

describe('the pre-check before a creation', () => {
  const line = (role: ChartLine['role'], ticks: number): ChartLine => ({ id: `${role}-${ticks}`, role, ticks });
  const range = [line('range', 500), line('range', 700)];
  const kinds = (lines: readonly ChartLine[], last: number | null, issues: readonly Issue[] = []): string[] =>
    doubtsAbout(issues, lines, last).map(({ kind }) => kind);

  it('has no doubts about an ordinary grid', () => {
    expect(kinds(range, 600)).toEqual([]);
    expect(kinds([...range, line('trigger', 550)], 600)).toEqual([]);
  });

  it('points at a trigger that the price stands on already (C-094)', () => {
    expect(kinds([...range, line('trigger', 600)], 600)).toEqual(['trigger-met']);
  });

  it('points at a start outside the range, judged at the trigger when there is one (C-094)', () => {
    expect(kinds(range, 800)).toEqual(['outside-range']);
    expect(kinds([...range, line('trigger', 600)], 800)).toEqual([]);
  });

  it('repeats the warnings of the check, such as a limit closer than the momentum (C-269, C-094)', () => {
    expect(kinds(range, 600, [warning])).toEqual(['issue']);
    expect(kinds(range, null, [warning])).toEqual(['issue']);
  });
});

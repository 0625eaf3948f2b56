import { describe, expect, it } from 'vitest';
import { changesOf, endActionOf, pauseActionOf } from '#components/bots/actions/bot-actions.ts';
import {
  badgeOf,
  isAbnormal,
  isOpening,
  isRetrying,
  isStoppable,
  isTerminationAdjustable,
  reasonKey,
} from '#components/bots/bot-state.ts';
import { describeChange } from '#components/bots/detail/describe-change.ts';
import { BOT_STATUSES, FINISH_REASONS, OPERATION_TYPES } from '#lib/contract/bot-words.ts';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import en from '#messages/en/bots.json' with { type: 'json' };
import zh from '#messages/zh/bots.json' with { type: 'json' };
import { strategyRow } from '#tests/support/strategy-row.ts';

const ALL = { spot_grid_modify_price_range: true, spot_grid_add_position: true, spot_grid_pause: true };
const grid = { status: 'running', step: 'running', behavior_status: '', strategy_type: 'spot_grid' } as const;

describe('the state of a bot as the tables show it', () => {
  it.each([
    ['wait-touch', 'triggered'],
    ['create', 'opening'],
    ['transfer-success', 'opening'],
    ['init-order-process', 'opening'],
    ['continue', 'opening'],
    ['pause', 'paused'],
    ['pausing', 'pausing'],
    ['stopping', 'terminating'],
    ['running', null],
  ] as const)('gives a grid bot in step %s the badge %s (M-123, E-160)', (step, badge) => {
    expect(badgeOf({ ...grid, step })).toBe(badge);
  });

  it('gives other kinds a badge by status only (M-124, E-160)', () => {
    const other = { ...grid, strategy_type: 'smart-position' };
    expect(badgeOf({ ...other, status: 'pausing' })).toBe('pausing');
    expect(badgeOf({ ...other, status: 'stopping' })).toBe('terminating');
    expect(badgeOf({ ...other, step: 'wait-touch' })).toBeNull();
  });

  it('calls a bot retrying when either field says so, and shows it on grids only (M-120, M-125, E-160)', () => {
    expect(isRetrying({ ...grid, status: 'retrying' })).toBe(true);
    expect(isRetrying({ ...grid, behavior_status: 'retrying' })).toBe(true);
    expect(badgeOf({ ...grid, behavior_status: 'retrying' })).toBe('reconnecting');
    expect(badgeOf({ ...grid, strategy_type: 'smart-position', status: 'retrying' })).toBeNull();
  });

  it('says of a bot that has ended that it has, whatever it did at last (M-068, M-120, M-125)', () => {
    for (const strategy_type of ['spot_grid', 'smart-position']) {
      const ended = {
        ...grid,
        strategy_type,
        status: 'finished',
        step: 'stopped',
        behavior_status: 'retrying',
      } as const;
      expect([isRetrying(ended), isAbnormal(ended), badgeOf(ended)], strategy_type).toEqual([false, false, null]);
    }
  });

  it.each(['smart-position', 'spot-future-arbitrage', 'compose-indicator', 'martingale'] as const)(
    'calls a %s abnormal in any status that it has no word for, and no other: reconnecting is said of grids (M-125, M-143)',
    (strategy_type) => {
      const other = { ...grid, strategy_type };
      expect(BOT_STATUSES.filter((status) => isAbnormal({ ...other, status }))).toEqual(['retrying']);
      expect(isAbnormal({ ...other, behavior_status: 'retrying' })).toBe(true);
      for (const kind of ['spot_grid', 'futures_grid', 'margin_grid', 'infinite_grid'] as const)
        expect(isAbnormal({ ...grid, status: 'retrying', strategy_type: kind })).toBe(false);
    },
  );

  it('calls a bot of any kind abnormal whose status is no word at all, and asks nothing of it (M-143)', () => {
    for (const strategy_type of STRATEGY_TYPES) {
      const odd = { ...strategyRow({ strategy_type }), status: 'abnormal' } as const;
      expect([isAbnormal(odd), badgeOf(odd), isStoppable(odd)], strategy_type).toEqual([true, null, false]);
      for (const step of ['running', 'pause'] as const)
        expect(pauseActionOf({ ...odd, step }, ALL), strategy_type).toBeNull();
      expect([endActionOf(odd), changesOf(odd, ALL)], strategy_type).toEqual([null, []]);
    }
  });

  it('calls the position opening in the steps create, init order process and continue (M-069)', () => {
    expect(isOpening({ ...grid, step: 'create' })).toBe(true);
    expect(isOpening({ ...grid, step: 'init-order-process' })).toBe(true);
    expect(isOpening({ ...grid, step: 'continue' })).toBe(true);
    expect(isOpening(grid)).toBe(false);
  });

  it('calls it opening where its params alone say the step, until the bot has ended (M-069)', () => {
    expect(isOpening({ ...grid, params: { step: 'init-order-process' } })).toBe(true);
    expect(badgeOf({ ...grid, params: { step: 'create' } })).toBe('opening');
    expect(isOpening({ ...grid, params: { step: 'running' } })).toBe(false);
    expect(isOpening({ ...grid, params: null })).toBe(false);
    expect(isOpening({ ...grid, status: 'finished', step: 'stopped', params: { step: 'create' } })).toBe(false);
  });

  it('lets a bot be stopped in open, running, pause, pausing and retrying only (M-128)', () => {
    const stoppable = BOT_STATUSES.filter((status) => isStoppable({ status }));
    expect(stoppable).toEqual(['open', 'running', 'pause', 'pausing', 'retrying']);
  });

  it('offers to adjust a termination under way, except for futures martingale, arbitrage and compose (M-138)', () => {
    expect(isTerminationAdjustable({ ...grid, status: 'stopping' })).toBe(true);
    expect(isTerminationAdjustable({ ...grid, status: 'finishing' })).toBe(true);
    expect(isTerminationAdjustable(grid)).toBe(false);
    for (const kind of [
      'contract-martingale',
      'spot-future-arbitrage',
      'compose-indicator',
      'spot-compose-indicator',
    ]) {
      expect(isTerminationAdjustable({ status: 'stopping', strategy_type: kind })).toBe(false);
    }
  });

  it('words the reason "external" by account (M-127, E-159)', () => {
    expect(reasonKey('external', 'futures_grid')).toBe('external_futures');
    expect(reasonKey('external', 'margin_grid')).toBe('external_margin');
    expect(reasonKey('external', 'spot_grid')).toBe('external');
    expect(reasonKey('stop_loss', 'margin_grid')).toBe('stop_loss');
    // Of a kind of both sorts of markets, by where it trades.
    expect(reasonKey('external', 'compose-indicator', 'usdt')).toBe('external_futures');
    expect(reasonKey('external', 'macd', 'btc')).toBe('external_futures');
    expect(reasonKey('external', 'macd', '')).toBe('external');
  });

  it('knows the documents’ statuses, and has a wording for each of them and of the operations in both languages (M-119, M-393, E-157, E-159)', () => {
    const statuses = 'open running pause pausing finishing stopping stopped finished starting retrying';
    expect([...BOT_STATUSES].sort()).toEqual(statuses.split(' ').sort());
    for (const texts of [en, zh]) {
      for (const status of BOT_STATUSES) expect(texts.status).toHaveProperty(status);
      for (const type of OPERATION_TYPES) expect(Object.keys(texts.operation)).toContain(type);
    }
  });

  it('knows the documents’ reasons of an end, and shows each of them in words of its own (M-126)', () => {
    const reasons =
      'cancelled failed stop_profit external stop_loss liquidated less_low over_high stop_market_forbid money_not_enough auto_deleveraged';
    // Ours, beside the documents': the account's own limits.
    const ours = ['protection_drawdown', 'protection_exposure'];
    expect([...FINISH_REASONS].sort()).toEqual([...reasons.split(' '), ...ours].sort());
    for (const texts of [en, zh]) {
      const words = FINISH_REASONS.map((reason) => texts.reason[reason]);
      expect(words.filter((word) => !word)).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it('opens the panel for both martingales, spot grid and futures grid (M-020, M-026)', () => {
    const inPanel = STRATEGY_TYPES.filter((kind) => factsOf(kind).opensIn === 'panel');
    expect(inPanel.sort()).toEqual(['contract-martingale', 'futures_grid', 'martingale', 'spot_grid']);
  });
});

const WORDS = {
  name: (name: string) => name.replaceAll('_', ' '),
  value: (_: string, value: string) => value,
  pair: (name: string, value: string) => `${name}: ${value}`,
  list: (parts: readonly string[]) => parts.join(', '),
  explain: (code: string) => code,
};

describe('an operation record', () => {
  it('reads its JSON from and to as a change (M-111)', () => {
    const record = {
      from: '{"low_price":"1","high_price":"2"}',
      to: '{"low_price":"1.1","high_price":"2.1"}',
      explain: 'trail',
    };
    expect(describeChange(record, WORDS)).toBe('low price: 1, high price: 2 → low price: 1.1, high price: 2.1 · trail');
  });

  it('says an explanation once, also when the change itself has it', () => {
    const words = { ...WORDS, value: () => 'User terminated', explain: () => 'User terminated' };
    const record = { from: '', to: '{"reason":"cancelled"}', explain: 'cancelled' };
    expect(describeChange(record, words)).toBe('reason: User terminated');
  });

  it('shows what is not JSON as it came, and nothing for nothing', () => {
    expect(describeChange({ from: '', to: 'x', explain: '' }, WORDS)).toBe('x');
    expect(describeChange({ from: '', to: '', explain: '' }, WORDS)).toBe('');
  });
});

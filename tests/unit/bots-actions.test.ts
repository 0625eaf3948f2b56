import { describe, expect, it } from 'vitest';
import {
  changesOf,
  endActionOf,
  type GridPermissions,
  hasPosition,
  pauseActionOf,
  underWay,
} from '#components/bots/actions/bot-actions.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

const ALL: GridPermissions = {
  spot_grid_modify_price_range: true,
  spot_grid_add_position: true,
  spot_grid_pause: true,
};
const NO_RANGE = { ...ALL, spot_grid_modify_price_range: false };
const NO_MONEY = { ...ALL, spot_grid_add_position: false };
/** What matters of params here is whether they may be seen. */
const SEEN = {} as NonNullable<StrategyRow['params']>;

const bot = (changes: Partial<StrategyRow>): StrategyRow => strategyRow({ params: SEEN, ...changes });
const spotGrid = (changes: Partial<StrategyRow> = {}): StrategyRow => bot({ strategy_type: 'spot_grid', ...changes });
const futuresGrid = (changes: Partial<StrategyRow> = {}): StrategyRow =>
  bot({ strategy_type: 'futures_grid', settle: 'usdt', position: '3', ...changes });

describe('what an owner may ask of a bot', () => {
  it('is to pause a grid in its running step, and to go on with a paused one (M-130, M-132, M-135, M-136)', () => {
    expect(pauseActionOf(spotGrid({ status: 'running', step: 'running' }), ALL)).toBe('pause');
    expect(pauseActionOf(spotGrid({ status: 'running', step: 'init-order-process' }), ALL)).toBeNull();
    expect(pauseActionOf(spotGrid({ status: 'open', step: 'wait-touch' }), ALL)).toBeNull();
    expect(pauseActionOf(spotGrid({ status: 'pause', step: 'pause' }), ALL)).toBe('start');
    expect(pauseActionOf(spotGrid({ status: 'finished', step: 'pause' }), ALL)).toBeNull();
    expect(pauseActionOf(futuresGrid({ status: 'retrying', step: 'running' }), ALL)).toBeNull();
  });

  it('is to pause a grid on spot with the permission for it, which nobody has before it is told; to go on needs none (M-105, E-253, H32)', () => {
    for (const strategy_type of ['spot_grid', 'margin_grid', 'infinite_grid'] as const) {
      const running = bot({ strategy_type, status: 'running', step: 'running' });
      expect(pauseActionOf(running, { ...ALL, spot_grid_pause: false })).toBeNull();
      expect(pauseActionOf(running, null)).toBeNull();
      expect(pauseActionOf(bot({ strategy_type, status: 'pause', step: 'pause' }), null)).toBe('start');
    }
    expect(pauseActionOf(futuresGrid({ status: 'running', step: 'running' }), null)).toBe('pause');
    expect(pauseActionOf(bot({ strategy_type: 'martingale', status: 'running', step: 'running' }), null)).toBe('pause');
  });

  it('is to pause what runs and to start what is paused, of all other kinds (M-131, M-133, M-141)', () => {
    for (const strategy_type of ['compose-indicator', 'smart-position', 'martingale'] as const) {
      expect(pauseActionOf(bot({ strategy_type, status: 'running', step: 'running' }), ALL)).toBe('pause');
      expect(pauseActionOf(bot({ strategy_type, status: 'running', step: 'stopping' }), ALL)).toBeNull();
      expect(pauseActionOf(bot({ strategy_type, status: 'running', step: 'pause' }), ALL)).toBeNull();
      expect(pauseActionOf(bot({ strategy_type, status: 'pause', step: 'pause' }), ALL)).toBe('start');
      expect(pauseActionOf(bot({ strategy_type, status: 'open', step: 'wait-touch' }), ALL)).toBeNull();
    }
  });

  it('is nothing else while something is under way (M-129, M-142)', () => {
    expect(underWay(bot({ status: 'starting' }))).toBe('starting');
    expect(underWay(spotGrid({ status: 'running', step: 'continue' }))).toBe('starting');
    expect(underWay(bot({ status: 'pausing' }))).toBe('pausing');
    expect(underWay(bot({ status: 'stopping' }))).toBe('stopping');
    expect(underWay(bot({ status: 'running' }))).toBeNull();
    expect(endActionOf(spotGrid({ status: 'stopping' }))).toBe('adjust');
    expect(endActionOf(bot({ strategy_type: 'compose-indicator', status: 'finishing' }))).toBeNull();
  });

  it('is to end it from every state but those of its end (M-137)', () => {
    for (const status of ['open', 'running', 'pause', 'pausing', 'retrying'] as const)
      expect(endActionOf(spotGrid({ status }))).toBe('terminate');
    for (const status of ['finished', 'stopped'] as const) expect(endActionOf(spotGrid({ status }))).toBeNull();
  });

  it('is to move the range and to add money of spot grids with the permission for it, of futures grids always (M-271, M-272)', () => {
    expect(changesOf(spotGrid(), ALL)).toEqual(['range', 'stops', 'deposit', 'withdraw', 'edit']);
    expect(changesOf(spotGrid(), NO_RANGE)).not.toContain('range');
    // A word of ours: offered where the exchange takes it, of the kind that trails.
    expect(changesOf(spotGrid(), ALL, true)).toEqual(['range', 'stops', 'trailing', 'deposit', 'withdraw', 'edit']);
    expect(changesOf(spotGrid({ follow_id: 7 }), ALL, true)).not.toContain('trailing');
    expect(changesOf(spotGrid({ status: 'open' }), ALL, true)).not.toContain('trailing');
    expect(changesOf(futuresGrid(), ALL, true)).not.toContain('trailing');
    expect(changesOf(spotGrid(), NO_MONEY)).not.toContain('deposit');
    // Given coins it takes neither more of them nor money: the exchange refuses both.
    expect(changesOf(spotGrid({ money_asset: 'BTC' }), ALL)).toEqual(['range', 'stops', 'withdraw', 'edit']);
    const brought = { ...SEEN, is_use_base: '1' };
    expect(changesOf(bot({ strategy_type: 'smart-position', params: brought }), ALL)).not.toContain('deposit');
    expect(changesOf(spotGrid(), null)).toEqual(['stops', 'withdraw', 'edit']);
    expect(changesOf(futuresGrid(), null)).toEqual(['range', 'stops', 'deposit', 'leverage', 'margin', 'edit']);
  });

  it('is stop loss and take profit until the end has begun (M-270)', () => {
    for (const status of ['open', 'running', 'pause', 'retrying'] as const)
      expect(changesOf(spotGrid({ status }), ALL)).toContain('stops');
    for (const status of ['finishing', 'stopping', 'stopped', 'finished'] as const)
      expect(changesOf(spotGrid({ status }), ALL)).toEqual([]);
    expect(changesOf(bot({ strategy_type: 'spot-future-arbitrage', settle: '' }), ALL)).toEqual(['edit']);
  });

  it('is margin of a running position, and to take profit out of a spot grid (M-063, M-269)', () => {
    expect(changesOf(futuresGrid({ status: 'pause', step: 'pause' }), ALL)).not.toContain('margin');
    expect(hasPosition(futuresGrid({ position: '0' }))).toBe(false);
    expect(hasPosition(futuresGrid({ position: '-2' }))).toBe(true);
    // Not told is not none.
    expect(hasPosition(futuresGrid({ position: '' }))).toBe(true);
    expect(changesOf(bot({ strategy_type: 'contract-martingale', settle: 'usdt' }), ALL)).toEqual([
      'stops',
      'margin',
      'edit',
    ]);
    expect(changesOf(spotGrid({ status: 'pause', step: 'pause' }), ALL)).not.toContain('withdraw');
  });

  it.each(CREATABLE_KINDS)(
    'is neither range nor money nor profit of a copy of %s, the rest as of any bot (M-268, M-269, H15)',
    (strategy_type) => {
      for (const settle of ['', 'usdt'] as const) {
        const own = changesOf(bot({ strategy_type, settle, position: '3' }), ALL);
        const copy = changesOf(bot({ strategy_type, settle, position: '3', follow_id: 7 }), ALL);
        expect(copy).toEqual(own.filter((change) => !['range', 'deposit', 'leverage', 'withdraw'].includes(change)));
      }
    },
  );

  it('is stops of a copy too where its parameters are open, and nothing that tells of them where they are not (M-267, X34)', () => {
    expect(changesOf(spotGrid({ follow_id: 7 }), ALL)).toEqual(['stops', 'edit']);
    expect(changesOf(futuresGrid({ follow_id: 7 }), ALL)).toEqual(['stops', 'margin', 'edit']);
    expect(changesOf(futuresGrid({ follow_id: 7, params: null }), ALL)).toEqual(['edit']);
  });

  it('is nothing of the parameters of a copy that may not see them (H54), and the texts of running bots alone (M-072, M-274)', () => {
    expect(changesOf(spotGrid({ follow_id: 7, params: null }), ALL)).toEqual(['edit']);
    expect(changesOf(spotGrid({ status: 'pause', step: 'pause' }), ALL)).not.toContain('edit');
  });

  it('adds money on spot alone where a kind trades both', () => {
    expect(changesOf(bot({ strategy_type: 'macd', settle: '' }), ALL)).toContain('deposit');
    expect(changesOf(bot({ strategy_type: 'macd', settle: 'usdt' }), ALL)).not.toContain('deposit');
  });

  it.each(CREATABLE_KINDS)('of %s is what its facts say', (strategy_type) => {
    const changes = changesOf(bot({ strategy_type, settle: '' }), ALL);
    const { stops, range, takesMoney, paysProfit } = factsOf(strategy_type);
    expect(changes.includes('stops')).toBe(stops !== null);
    expect(changes.includes('range')).toBe(range !== 'none');
    expect(changes.includes('deposit')).toBe(takesMoney !== 'never');
    expect(changes.includes('withdraw')).toBe(paysProfit);
  });
});

// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BotStatusBadge } from '#components/bots/bot-status.tsx';
import { StateBadge } from '#components/discovery/bot-tags.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** The word of a shared bot's state is that of its owner's table (M-123 … M-125, M-143); one that has ended says whether it was liquidated. */

const said = (badge: typeof StateBadge | typeof BotStatusBadge, changes: Partial<StrategyRow>): string => {
  const Shown = badge;
  const { container } = render(
    <ComponentHost>
      <Shown bot={strategyRow({ finish_time: 0, finish_as: '', behavior_status: '', ...changes })} />
    </ComponentHost>,
  );
  return container.textContent ?? '';
};

afterEach(cleanup);

describe('the state of a shared bot', () => {
  it.each<[string, Partial<StrategyRow>]>([
    ['Running', { status: 'running', step: 'running' }],
    ['Paused', { strategy_type: 'spot_grid', status: 'pause', step: 'pause' }],
    ['Paused', { strategy_type: 'spot_grid', status: 'running', step: 'pause' }],
    ['Paused', { strategy_type: 'martingale', status: 'pause', step: 'pause' }],
    ['Pausing', { strategy_type: 'smart-position', status: 'pausing', step: 'pausing' }],
    ['Waiting for trigger', { strategy_type: 'spot_grid', status: 'open', step: 'wait-touch' }],
    ['Terminating', { strategy_type: 'spot_grid', status: 'stopping', step: 'stopping' }],
  ])('is %s as in its owner’s table: %o', (word, changes) => {
    expect(said(StateBadge, changes)).toBe(word);
    expect(said(BotStatusBadge, changes)).toBe(word);
  });

  it.each<[string, Partial<StrategyRow>]>([
    ['Ended', { status: 'finished', finish_time: 5, finish_as: 'cancelled' }],
    ['Liquidated', { status: 'finished', finish_time: 5, finish_as: 'liquidated' }],
  ])('is %s once it is over', (word, changes) => {
    expect(said(StateBadge, changes)).toBe(word);
  });
});

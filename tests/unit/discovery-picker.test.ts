import { describe, expect, it } from 'vitest';
import { type PickerTab, sectionsOfTab, shownTabs } from '#components/discovery/picker-sections.ts';
import { strategyTypeTarget } from '#components/discovery/strategy-type-target.ts';
import { readTabConfig } from '#components/discovery/tab-memory.ts';

const tab = (key: string, classes: string[] = [key]): PickerTab => ({ key, name: key, classes });
const EVERYTHING = ['expert', 'earn', 'grid', 'recommended', 'passive-arbitrage', 'average-cost'];

describe('the strategy type picker', () => {
  it("shows popular strategies, the classes and what earns in the documented order on the 'all' tab (C-034)", () => {
    expect(sectionsOfTab(tab('all', ['grid']), EVERYTHING)).toEqual([
      'recommended',
      'grid',
      'average-cost',
      'passive-arbitrage',
      'expert',
      'earn',
    ]);
  });

  it('shows one class on every other tab (C-035)', () => {
    expect(sectionsOfTab(tab('grid'), EVERYTHING)).toEqual(['grid']);
    expect(sectionsOfTab(tab('expert', ['expert', 'grid']), EVERYTHING)).toEqual(['expert']);
  });

  it("shows the earn list with the popular ones on the 'recommended' tab (C-036)", () => {
    expect(sectionsOfTab(tab('recommended'), EVERYTHING)).toEqual(['recommended', 'earn']);
    expect(sectionsOfTab(tab('recommended'), ['recommended', 'grid'])).toEqual(['recommended']);
  });

  it("shows the server's tabs, without those that have nothing behind them (C-033)", () => {
    const tabs = [tab('all', ['grid']), tab('grid'), tab('expert')];
    expect(shownTabs(tabs, ['grid', 'recommended']).map((one) => one.key)).toEqual(['all', 'grid']);
  });

  it('remembers the tab list and forgives what somebody else wrote into storage (C-176)', () => {
    const tabs = [tab('all', ['grid']), tab('grid')];
    expect(readTabConfig(JSON.stringify(tabs))).toEqual(tabs);
    for (const stored of [
      null,
      '',
      '{',
      '{}',
      '[1]',
      '[null]',
      '[{"key":"all"}]',
      '[{"key":1,"name":"","classes":[]}]',
    ]) {
      expect(readTabConfig(stored)).toBeNull();
    }
  });
});

describe('a strategy type in the query', () => {
  it('leads to the page of that strategy, market and hash kept (C-031, E-009)', () => {
    expect(strategyTypeTarget('zh', '?strategyType=spot_grid', '')).toBe('/zh/strategybot/spot_grid');
    expect(strategyTypeTarget('en', '?market=ETH_USDT&strategyType=spot_grid', '#top')).toBe(
      '/en/strategybot/spot_grid?market=ETH_USDT#top',
    );
  });

  it('is ignored when it names no strategy on offer (C-171)', () => {
    for (const search of ['', '?strategyType=', '?strategyType=auto-investment', '?strategyType=__proto__']) {
      expect(strategyTypeTarget('en', search, '')).toBeNull();
    }
  });
});

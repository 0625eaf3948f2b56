// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketsText } from '#components/lab/lab-bots.ts';
import { LabDialog } from '#components/lab/lab-dialog.tsx';
import { ruleWords } from '#components/lab/scenario-words.ts';
import { runScenario } from '#lib/backtest/lab/run-scenario.ts';
import { SCENARIOS } from '#lib/backtest/lab/scenarios.ts';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import type { LabReply, LabRequest } from '#lib/client/lab-protocol.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { labBot, stillMinutes } from '#tests/support/lab-bots.ts';

let written: string[];
const asked: LabRequest[] = [];

/** The lab's worker with its work done here, over minutes that stand still; the first `refusing` of them say that nothing could be read. */
class FakeWorker {
  static refusing = 0;
  onmessage: ((event: { data: LabReply }) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage(request: LabRequest): void {
    asked.push(request);
    const tell = (data: LabReply) => act(() => this.onmessage?.({ data }));
    if (asked.length <= FakeWorker.refusing) return void setTimeout(() => tell({ type: 'failed' }), 1);
    setTimeout(() => {
      const known = Object.fromEntries(
        request.bots.flatMap(({ prices }) =>
          Object.entries(prices).map(([key, ticks]) => [key, { candles: stillMinutes(ticks) }]),
        ),
      );
      const some = SCENARIOS.filter(({ id }) => id === 'flash-crash' || id === 'gap');
      tell({ type: 'begun', scenarios: [...some.map(({ id }) => id), 'outage'] });
      for (const one of some) tell({ type: 'ran', result: runScenario(one, request.bots, { known, day: null }) });
      tell({ type: 'refused', scenario: 'outage' });
    }, 1);
  }
  terminate(): void {
    this.onmessage = null;
  }
}

beforeEach(() => {
  written = [];
  asked.length = 0;
  FakeWorker.refusing = 0;
  const context = {
    scale: () => {},
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string) => void written.push(text),
    fillRect: () => {},
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    stroke: () => {},
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', fakeFetch(() => ({ code: 200, message: '', data: ['recorded_days'] })).fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(kind: RunnableKind, bots: readonly ScenarioBot[]): void {
  const spec = (bots[0] as ScenarioBot).params.spec;
  render(
    <ComponentHost>
      <LabDialog kind={kind} spec={spec} bots={bots} onClose={() => undefined} />
    </ComponentHost>,
  );
}

const card = (name: string) => screen.findByRole('article', { name });
const LONG = { leverage: '10', side: 'buy', low_price: '50000', high_price: '70000' };

describe('the scenario lab', () => {
  it('says of a leveraged long that it was liquidated, at which price and when, and what is left', async () => {
    open('futures_grid', [labBot('futures_grid', LONG)]);
    const crash = await card('Flash crash');
    expect(asked[0]?.hasRecordedDays).toBe(true);
    expect(crash.getAttribute('data-outcome')).toBe('liquidated');
    expect(
      within(crash).getByText(
        /After 6 hours the price falls by 30% within 10 minutes; 60 minutes later it is 5% below/,
      ),
    );
    expect(crash.textContent).toMatch(/Liquidated at [\d,]+\.\d \(-\d+\.\d\d% from the start\), after 6h \d+m/);
    expect(crash.textContent).toMatch(/Worst equity[\d,.]+ USDT \(-[\d.]+%\)/);
    expect(crash.textContent).toMatch(/Time under water\d+h/);
    // What the engine would not run says so, where its result would stand.
    expect((await card('Outage')).textContent).toContain('could not be run');
  });

  it('says of a spot grid that it survived, and turns a scenario round for a short', async () => {
    open('spot_grid', [labBot('spot_grid')]);
    expect((await card('Flash crash')).getAttribute('data-outcome')).toBe('survived');
    cleanup();
    open('futures_grid', [labBot('futures_grid', { ...LONG, side: 'sell' })]);
    expect((await card('Flash spike')).textContent).toContain('the price rises by 30%');
  });

  it('gives a picture on in which there are rates, times and the rule: no amount, no price, no parameter', async () => {
    open('futures_grid', [labBot('futures_grid', LONG)]);
    fireEvent.click(within(await card('Flash crash')).getByRole('button', { name: 'Share as picture' }));
    const picture = await screen.findByRole('img', { name: /Flash crash: Liquidated, worst equity -/ });
    expect(picture.getAttribute('data-poster-link')).toMatch(
      /\/en\/futures\/USDT\/BTC_USDT\?tradModel=strategybot&strategyType=futures_grid$/,
    );
    const said = written.join(' ');
    expect(said).toContain('Flash crash');
    expect(said).toContain('within 10 minutes');
    expect(said).toContain('Liquidated');
    // Money of the bot (5,000), its range, its leverage, what it was liquidated at.
    for (const hidden of [' USDT', '5,000', '50,000', '70,000', '10x', '60,000']) expect(said).not.toContain(hidden);
  });

  it('can be tried again where past prices could not be read', async () => {
    FakeWorker.refusing = 1;
    open('spot_grid', [labBot('spot_grid')]);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await card('Flash crash')).getAttribute('data-outcome')).toBe('survived');
    expect(asked).toHaveLength(2);
  });
});

it('a portfolio is called by the markets of all its coins: the first alone would say that it trades no other', () => {
  expect(marketsText({ bots: [labBot('smart-position')] }, 'en')).toBe('BTC/USDT, ETH/USDT');
  expect(marketsText({ bots: [labBot('recurring-buy')] }, 'en')).toBe('BTC/USDT, ETH/USDT');
  expect(marketsText({ bots: [labBot('spot-future-arbitrage')] }, 'en')).toBe('BTC/USDT');
  expect(marketsText({ bots: [labBot('spot_grid')] }, 'en')).toBe('BTC/USDT');
});

it('the sentences of a rule have its own figures', () => {
  const figures = { percent: (fraction: string) => `${Number(fraction) * 100}%` };
  expect(ruleWords('flash-crash', figures)).toMatchObject({
    hours: 24,
    begin: 6,
    change: '30%',
    within: 10,
    back: 60,
    rest: '5%',
  });
  expect(ruleWords('gap', figures)).toMatchObject({ begin: 6, change: '20%', within: 0 });
  expect(ruleWords('slow-bleed', figures)).toMatchObject({ days: 30, change: '40%' });
  expect(ruleWords('funding-spike', figures)).toMatchObject({ days: 7, rate: '0.3%' });
  expect(ruleWords('thin-book', figures)).toMatchObject({ part: 100, change: '15%', within: 60 });
  expect(ruleWords('outage', figures)).toMatchObject({ blind: 2, change: '25%', rest: '15%', back: 120 });
});

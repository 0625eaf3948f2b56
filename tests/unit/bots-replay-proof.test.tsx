// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OverviewTab } from '#components/bots/detail/overview-tab.tsx';
import { ReplayPlace } from '#components/bots/replay/replay-place.tsx';
import type { ProofReply, ProofResult } from '#lib/contract/proof-calls.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

const BOT = strategyRow();
const EQUAL: ProofResult = {
  outcome: 'equal',
  calls: 1_204,
  owner_calls: 3,
  fills: 812,
  from: 1_760_000_000,
  to: 1_760_090_000,
  is_whole: true,
  took_ms: 420,
  difference: null,
  prices: { checked: 1_204, unknown: 0, outside: 0, first: null },
};

let capabilities: readonly string[];
let viewer: string;
let proof: ProofReply;
/** Bad replies that come before the first good one. */
let bad: number;

function answer({ url, method }: FakeCall): object | null {
  if (url.includes('/api/session')) {
    return { code: 200, message: '', data: { logged_in: true, anonymous: viewer, user_id: 1 } };
  }
  if (url.includes('capabilities')) return { code: 200, message: '', data: capabilities };
  if (!url.includes('/proof/')) return null;
  if (method === 'POST') {
    proof = url.includes('cancel')
      ? { status: 'cancelled', progress: 0, result: null }
      : { status: 'running', progress: 0.25, result: null };
    return { code: 200, message: '', data: { strategy_id: BOT.strategy_id } };
  }
  if (bad > 0) {
    bad -= 1;
    return { code: 500, message: '' };
  }
  return { code: 200, message: '', data: proof };
}

async function shown() {
  render(
    <ComponentHost>
      <ReplayPlace bot={BOT} />
    </ComponentHost>,
  );
  await pass(1_000);
}

const calls = inOwnTime(answer, () => {
  viewer = BOT.user_info.anonymous;
  capabilities = ['proof'];
  proof = { status: 'none', progress: 0, result: null };
  bad = 0;
});

const asked = () => calls.filter(({ url }) => url.includes('/proof/'));

describe('the proof in a bot’s detail', () => {
  it('stands in the overview', async () => {
    render(
      <ComponentHost>
        <OverviewTab bot={BOT} />
      </ComponentHost>,
    );
    await pass(1_000);
    expect(screen.getByRole('button', { name: 'Replay and compare' })).toBeTruthy();
  });

  it('is asked for, followed and ended', async () => {
    await shown();
    fireEvent.click(screen.getByRole('button', { name: 'Replay and compare' }));
    await pass(1_500);
    expect(screen.getByRole('progressbar', { name: 'Progress of the replay' }).getAttribute('aria-valuenow')).toBe(
      '25',
    );
    proof = { status: 'running', progress: 0.75, result: null };
    await pass(1_500);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await pass(1_500);
    expect(screen.getByText('The replay was cancelled')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Replay and compare' })).toBeTruthy();
  });

  it('says in words that all is the same, and that the prices were the market’s', async () => {
    proof = { status: 'done', progress: 1, result: EQUAL };
    await shown();
    expect(
      screen.getByText(/^All 812 fills are the same, and so are the books: 1,204 calls replayed, 3 of them yours/),
    ).toBeTruthy();
    expect(screen.getByText('All 1,204 prices on the tape lie within the market’s own candles.')).toBeTruthy();
    expect(screen.getByText('Took 0.4 s')).toBeTruthy();
  });

  it('tells a difference with what is on record and what was replayed', async () => {
    const fields = [{ field: 'match_price', stored: '61000.1', replayed: '61000' }];
    const difference = { kind: 'fill' as const, fill: 5, time: 1_760_000_100, fields };
    const first = { time: 1_760_000_100, instrument: 'BTC_USDT', price: '70000', low: '60990', high: '61010' };
    const prices = { checked: 900, unknown: 2, outside: 1, first };
    proof = { status: 'done', progress: 1, result: { ...EQUAL, outcome: 'different', fills: 4, difference, prices } };
    await shown();
    expect(screen.getByText(/^Fill 5 of .* is not the same\. The 4 fills before it are the same\.$/)).toBeTruthy();
    const row = within(screen.getByRole('table', { name: 'What differs' })).getByRole('row', { name: /Price/ });
    expect(within(row).getByText('61000.1')).toBeTruthy();
    expect(within(row).getByText('61000')).toBeTruthy();
    expect(
      screen.getByText(/^1 of 900 prices on the tape were not in the market’s candles.*between 60990 and 61010/),
    ).toBeTruthy();
  });

  it('says of a bot without a tape that there is nothing to replay', async () => {
    proof = { status: 'done', progress: 1, result: { ...EQUAL, outcome: 'no-tape', calls: 0, fills: 0 } };
    await shown();
    expect(screen.getByText(/began before tapes were kept/)).toBeTruthy();
  });

  it('comes after a bad first reply', async () => {
    bad = 1;
    await shown();
    expect(asked().length).toBeGreaterThan(0);
    await pass(5_000);
    expect(screen.getByRole('button', { name: 'Replay and compare' })).toBeTruthy();
  });

  it.each([
    ['the exchange does not announce it', [], BOT.user_info.anonymous],
    ['it is another’s bot', ['proof'], 'ffffffffffffffff'],
  ])('is neither shown nor asked for where %s', async (_case, announced, who) => {
    capabilities = announced;
    viewer = who;
    await shown();
    expect(screen.queryByText('Proof')).toBeNull();
    expect(asked()).toEqual([]);
  });
});

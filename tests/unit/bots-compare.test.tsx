// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BotActionsBar } from '#components/bots/actions/bot-actions-bar.tsx';
import { BotStatistics } from '#components/bots/detail/bot-statistics.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const COPY = strategyRow({ follow_id: 7, follow_info: { anonymous: 'fedcba9876543210', nickname: 'Ada' } });
let mine: readonly object[];
let origin: readonly object[];
let isDown: boolean;
let isRefused: boolean;

const point = (trading_date: string, profit_rate: string): object => ({ trading_date, profit_rate });

const calls = inOwnTime(
  ({ url }) => {
    if (!url.includes('/strategy_detail_comparison')) return { code: 404, message: 'unknown' };
    if (isDown) return null;
    if (isRefused) return { code: 404, message: 'unknown' };
    return { code: 200, message: '', data: { mine, origin } };
  },
  () => {
    isDown = false;
    isRefused = false;
    mine = [point('2026-01-01', '0'), point('2026-01-02', '-0.0312')];
    origin = [point('2026-01-01', '0'), point('2026-01-02', '-0.01')];
  },
);

function bar(bot: StrategyRow, isOwn = true): void {
  render(
    <ComponentHost>
      <BotActionsBar bot={bot} isOwn={isOwn} onClosed={() => undefined} onSettled={() => undefined} />
    </ComponentHost>,
  );
}

async function compare(bot = COPY): Promise<HTMLElement> {
  bar(bot);
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await pass(1_500);
  return screen.getByRole('dialog', { name: 'Compare with the original' });
}

describe('a copy beside its original', () => {
  it('is offered to the owner of a copy, and to nobody else (M-061, M-078)', () => {
    for (const [bot, isOwn, has] of [
      [COPY, true, true],
      [COPY, false, false],
      [strategyRow(), true, false],
    ] as const) {
      bar(bot, isOwn);
      expect(screen.queryByRole('button', { name: 'Compare' }) !== null).toBe(has);
      cleanup();
    }
  });

  it('is all that a bot with open parameters offers to others: nothing of it is theirs to change (M-267, X34)', () => {
    bar(strategyRow({ params: gridParams({}), is_open_params: 1 }), false);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Share']);
  });

  it('shows both returns and their difference, of the period that is chosen (M-039, M-079, M-080, M-289)', async () => {
    const dialog = await compare();
    for (const part of ['-3.12%', '-1.00%', '-2.12%']) expect(dialog.textContent).toContain(part);
    expect(within(dialog).getByRole('img', { name: /Your copy -3\.12%, the original -1\.00%/ })).toBeTruthy();
    for (const word of ['All', '7 days', 'Month', '3 months']) expect(within(dialog).getByLabelText(word)).toBeTruthy();
    fireEvent.click(within(dialog).getByLabelText('7 days'));
    await pass(1_000);
    const compared = calls.filter(({ url }) => url.includes('strategy_detail_comparison'));
    const asked = compared.map(({ url }) => new URL(url, 'http://x').searchParams);
    expect(asked.map((query) => query.get('data_period'))).toEqual(['all_period', 'week']);
    expect(asked.every((query) => query.get('follow_id') === '7')).toBe(true);
  });

  it('is the same of an exchange that sends the newest day first (E-077)', async () => {
    mine = [point('2026-01-03', '-0.0312'), point('2026-01-02', '0.2'), point('2026-01-01', '0')];
    origin = [point('2026-01-03', '-0.01'), point('2026-01-02', '0.1'), point('2026-01-01', '0')];
    const dialog = await compare();
    for (const part of ['-3.12%', '-1.00%', '-2.12%']) expect(dialog.textContent).toContain(part);
    const chart = within(dialog).getByRole('img', { name: /Your copy -3\.12%/ });
    expect(chart.parentElement?.textContent).toMatch(/Jan(uary)? 1.*Jan(uary)? 3|1\/1.*1\/3|01-01.*01-03/);
  });

  it('of the first day has nothing to show yet', async () => {
    mine = [point('2026-01-01', '0')];
    expect((await compare()).textContent).toContain('once the first day has ended');
  });
});

describe('the share of a copy’s profit (H41)', () => {
  const statistics = (bot: StrategyRow): string => {
    const { container } = render(
      <ComponentHost>
        <BotStatistics bot={bot} />
      </ComponentHost>,
    );
    return container.textContent ?? '';
  };

  it('is shown as it accrues and as it was paid, and to a provider as it came in', () => {
    const text = statistics({ ...COPY, share_accrued: '1.25', share_paid: '3.5' });
    expect(text).toMatch(/Profit share accrued1\.25/);
    expect(text).toMatch(/Profit share paid3\.5/);
    cleanup();
    expect(statistics({ ...strategyRow(), share_income: '7.5' })).toMatch(/Received from copies7\.5/);
    cleanup();
    // Copies that kept their coins pay with them.
    const coins = [{ asset: 'BTC', amount: '0.25' }];
    const both = statistics({ ...strategyRow(), share_income: '7.5', share_income_coins: coins });
    expect(both).toMatch(/Received from copies7\.5[^+]*\+ 0\.25/);
    cleanup();
    expect(statistics({ ...strategyRow(), share_income: '0', share_income_coins: coins })).toMatch(
      /copies0\.25[^+]*BTC/,
    );
  });

  it('is not spoken of where the exchange tells none', () => {
    expect(statistics(strategyRow({ share_income: '0' }))).not.toMatch(/share accrued|share paid|from copies/i);
  });
});

describe('the real difference in a copy’s detail', () => {
  const statistics = async (bot: StrategyRow): Promise<HTMLElement> => {
    const { container } = render(
      <ComponentHost>
        <BotStatistics bot={bot} />
      </ComponentHost>,
    );
    await pass(1_500);
    return container;
  };

  it('is the copy’s return less the original’s since the day of the copy (M-289)', async () => {
    const shown = await statistics(COPY);
    expect(shown.textContent).toMatch(/Difference from the original-2\.12%/);
    expect(
      within(shown).getByTitle('Since the end of the copy’s first day (UTC): your copy -3.12%, the original -1.00%.'),
    ).toBeTruthy();
    const asked = calls.filter(({ url }) => url.includes('/strategy_detail_comparison'));
    expect(asked.map(({ url }) => new URL(url, 'http://x').searchParams.get('data_period'))).toEqual(['all_period']);
  });

  it('is not known on the first day, nor while it is asked in vain, and these two are told apart', async () => {
    mine = [point('2026-01-01', '0')];
    const early = await statistics(COPY);
    expect(early.textContent).toMatch(/Difference from the original--/);
    expect(within(early).getByTitle(/once the first day has ended/)).toBeTruthy();
    cleanup();
    isDown = true;
    expect(within(await statistics(COPY)).getByTitle(/could not be loaded/)).toBeTruthy();
  });

  it('of an ended copy is that of its last day, and is asked for once', async () => {
    origin = [...origin, point('2026-01-03', '0.5'), point('2026-01-04', '0.9')];
    const ended = strategyRow({ ...COPY, status: 'finished' });
    expect((await statistics(ended)).textContent).toMatch(/Difference from the original-2\.12%/);
    await pass(130_000);
    expect(calls.filter(({ url }) => url.includes('/strategy_detail_comparison'))).toHaveLength(1);
    cleanup();
    expect((await compare(ended)).textContent).toContain('-2.12%');
    cleanup();
    await statistics(COPY);
    await pass(65_000);
    expect(calls.filter(({ url }) => url.includes('/strategy_detail_comparison')).length).toBeGreaterThan(3);
  });

  it('is not called young where it will never be told: nothing known of the original, an end on the first day', async () => {
    origin = [];
    expect(within(await statistics(COPY)).getByTitle(/Nothing is known of the original/)).toBeTruthy();
    cleanup();
    expect((await compare()).textContent).toContain('Nothing is known of the original');
    cleanup();
    mine = [point('2026-01-01', '0')];
    origin = mine;
    const ended = strategyRow({ ...COPY, status: 'finished' });
    expect(within(await statistics(ended)).getByTitle(/ended before its first day/)).toBeTruthy();
  });

  it('is not spoken of where nothing is compared: no copy, another’s, an exchange without the call', async () => {
    expect((await statistics(strategyRow())).textContent).not.toContain('Difference from');
    cleanup();
    isRefused = true;
    expect((await statistics(COPY)).textContent).not.toContain('Difference from');
  });
});

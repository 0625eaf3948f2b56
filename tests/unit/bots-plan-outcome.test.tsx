// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { OperationRecords } from '#components/bots/detail/operation-records.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

const figure = (name: string, currency: string, planned: string, happened: string, difference: string) => ({
  ...{ name, currency, planned, happened, difference },
});
let outcome: object | undefined;
let type = 'spot_grid' as const as string;

inOwnTime(
  ({ url }) => {
    const record = { op_type: 'stop', create_time: 1_779_000_000, from: '', to: '', explain: 'cancelled' };
    const data = url.includes('operate_records') ? [{ ...record, ...(outcome === undefined ? {} : { outcome }) }] : [];
    return { code: 200, message: '', data, page: 1, pagecount: 1, totalcount: 1 };
  },
  () => {},
);
afterEach(cleanup);

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <OperationRecords bot={strategyRow({ strategy_type: type as 'spot_grid' })} />
    </ComponentHost>,
  );
  await pass(500);
}

describe('the record of an act whose plan was shown', () => {
  it('has what was planned, what happened and the difference, to the last digit', async () => {
    type = 'spot_grid';
    outcome = {
      figures: [
        figure('returned', 'USDT', '998.12345678', '998.12345677', '-0.00000001'),
        figure('liquidation_long', '', '', '51000', ''),
      ],
      remarks: ['kept'],
    };
    await open();
    const told = document.querySelector('[data-outcome="other"]')?.textContent ?? '';
    for (const text of ['Came back', '998.12345678', '998.12345677', '-0.00000001', 'Liquidation price, long', '--'])
      expect(told).toContain(text);
    expect(told).toContain('Coins were kept as coins.');
    expect(told).not.toContain('As planned');
  });

  it('says that it came as planned, also of a kind with rounds, whose end is not told otherwise', async () => {
    type = 'martingale';
    outcome = { figures: [figure('returned', 'USDT', '10', '10', '0')], remarks: [] };
    await open();
    expect(document.querySelector('[data-outcome="exact"]')?.textContent).toContain('As planned');
    cleanup();
    outcome = undefined;
    await open();
    expect(screen.queryByText('Stopped')).toBeNull();
    expect(document.querySelector('[data-outcome]')).toBeNull();
  });

  it.each([
    ['spot_grid', 'low_price', '51000', 'Low', '51,000'],
    ['spot_grid', 'stop_loss', '50000', 'Stop loss', '50,000'],
    ['infinite_grid', 'low_price', '0.0123', 'Buy after a fall of', '1.23%'],
    ['infinite_grid', 'high_price', '0.02', 'Sell after a rise of', '2%'],
    ['infinite_grid', 'stop_profit', '70000', 'Take profit', '70,000'],
    ['futures_grid', 'stop_loss', '0.15', 'Stop loss', '15%'],
    ['smart-position', 'stopProfit', '0.3', 'Take profit', '30%'],
    ['smart-position', 'stop_profit', '1.5025', 'Take profit', '150.25%'],
  ])(
    'of a %s says %s as what it is: a price of one kind is a part of another',
    async (kind, name, value, label, text) => {
      type = kind;
      outcome = { figures: [figure(name, '', value, value, '0')], remarks: [] };
      await open();
      const told = document.querySelector('[data-outcome]')?.textContent?.toLowerCase() ?? '';
      expect(told).toContain(label.toLowerCase());
      expect(told).toContain(text);
    },
  );
});

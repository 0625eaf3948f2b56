// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore, useAtomValue } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { TakenNotice } from '#components/create/taken-notice.tsx';
import { usePrefill } from '#components/create/use-prefill.ts';
import { draftKey, formDraftsAtom, takenAtom } from '#components/form/form-state.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import { StrategyPanel } from '#components/trade/strategy-panel.tsx';
import { usePanel } from '#components/trade/use-panel.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';
import { eachAt } from './trade-page-at.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({}) }));

const spec = testSpec();
const definition = definitionOf('spot_grid');

/** What of the form is asked here: where its values come from. A preview wants a worker. */
function Form() {
  usePrefill(definition as never, spec, spec);
  const isTaken = useAtomValue(takenAtom).spot_grid === true;
  const draft = useAtomValue(formDraftsAtom)[draftKey('spot_grid', spec, isTaken ? 'taken' : 'manual')];
  return (
    <form aria-label="form">
      {isTaken && <TakenNotice kind="spot_grid" />}
      <output>{draft?.values.low_price ?? 'none'}</output>
    </form>
  );
}
vi.mock('#components/create/strategy-form.tsx', () => ({ StrategyForm: () => <Form /> }));
vi.mock('#components/trade/recommended-tab.tsx', () => ({ RecommendedTab: () => <p>recommended bots</p> }));

function Panel() {
  return <StrategyPanel panel={usePanel({ market: 'BTC_USDT', type: 'spot' })} spec={spec} />;
}

const settle = async (): Promise<void> => {
  for (let step = 0; step < 4; step += 1) await act(() => vi.advanceTimersByTimeAsync(500));
};
const choose = async (tab: string): Promise<void> => {
  fireEvent.click(screen.getByLabelText(tab));
  await settle();
};
const lowest = (): string | null => screen.getByRole('status').textContent;

eachAt('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create');

describe('a bot that was chosen to be copied', () => {
  it('is a draft that choosing Recommended leaves alone: it waits on Customize, and what was typed by hand a press away (C-180, B1, B8)', async () => {
    const values = { ...definition.defaults(spec), low_price: '40000' };
    getDefaultStore().set(formDraftsAtom, { [draftKey('spot_grid', spec, 'manual')]: { values, asset: 'USDT' } });
    const good = { ...KIND_CASES.spot_grid.good, low_price: '50000' };
    leavePrefill({ kind: 'spot_grid', payload: { ...definition.encode(good as never, spec) }, isShared: true });
    render(
      <ComponentHost>
        <Panel />
      </ComponentHost>,
    );
    await settle();
    expect(lowest()).toBe('50000');
    await choose('Recommended');
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByText('recommended bots')).toBeTruthy();
    // The kind stays chosen as well.
    expect(screen.getByRole('group', { name: 'Spot grid' })).toBeTruthy();
    await choose('Customize');
    expect(lowest()).toBe('50000');
    expect(screen.getByText(/^Filled in from another bot/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back to your own values' }));
    expect(lowest()).toBe('40000');
  });
});

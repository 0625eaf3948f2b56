// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { effectiveTakerFee } from '#lib/formulas/fees.ts';
import { type FormHost, hostForm, ok, pass, type } from '#tests/support/create-form-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';
import { LINEAR } from './futures-fixture.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({ push: vi.fn() }) }));

/** Rules of the system fees: what a form reckons with is what the exchange says that this trader pays. */

let form: FormHost;
afterEach(() => vi.unstubAllGlobals());

function hostWithFees(fees: object): void {
  form = hostForm({
    '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () =>
      ok({ taker_fee: '0.001', futures_taker_fee: '0.0005', futures_maker_fee: '0', vip_fee_discount: '1', ...fees }),
  });
}

async function rangeOf(kind: 'spot_grid' | 'futures_grid'): Promise<void> {
  await form.open(kind, kind === 'spot_grid' ? testSpec() : LINEAR);
  type('Lower price', '59000');
  type('Upper price', '61000');
  type('Number of grids', '10');
  type('Investment', '5000');
  await pass(700);
}

describe('the four rates of strategy_fee (E-132, E-290, C-436)', () => {
  it('change a spot grid’s return per grid: taker and VIP discount (C-352, C-260, E-255)', async () => {
    const shown: string[] = [];
    for (const fees of [{}, {}, { taker_fee: '0.002' }, { vip_fee_discount: '0.5' }]) {
      hostWithFees(fees);
      await rangeOf('spot_grid');
      shown.push(document.body.textContent ?? '');
      await form.close();
    }
    expect(shown[0]).toBe(shown[1]);
    expect(new Set(shown).size).toBe(3);
    expect(effectiveTakerFee('BTC_USDT', true, 200_000n)).toBe(50_000n);
  });

  it.each([
    ['futures_taker_fee', '0.002'],
    ['futures_maker_fee', '0.0004'],
  ])('change a futures grid: %s', async (field, rate) => {
    const shown: string[] = [];
    for (const fees of [{}, {}, { [field]: rate }]) {
      hostWithFees(fees);
      await rangeOf('futures_grid');
      shown.push(document.body.textContent ?? '');
      await form.close();
    }
    expect(shown[0]).toBe(shown[1]);
    expect(shown[2]).not.toBe(shown[1]);
  });
});

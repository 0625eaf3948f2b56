import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { vi } from 'vitest';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { draftKey, formDraftsAtom, paramModesAtom, sentCreationsAtom, takenAtom } from '#components/form/form-state.ts';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { ComponentHost, type FakeCall, fakeFetch } from './component-host.tsx';

/** The create form in a page of its own, before an exchange that says what the test wants. */

export const ok = (data: unknown): object => ({ code: 200, message: '', data });

export type Answers = Readonly<Record<string, (call: FakeCall) => object>>;

/** A logged-in trader with 10,000 USDT, Bitcoin at 60,000, and no AI parameters. */
const ANSWERS: Answers = {
  '/api/session': () => ok({ logged_in: true, user_id: 7, uid: 'u7', anonymous: '0123456789abcdef', nickname: 'demo' }),
  '/api/strategybot/last_price': () => ({ last_price: '60000' }),
  '/api/apiw/v2/market/spot_markets': () => ok([]),
  '/api/apiw/v2/quant-trading/public/grid-base': () => ok({ max_grid: 200 }),
  '/api/apiw/v2/quant-trading/public/experience_markets': () => ok([]),
  '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () =>
    ok({ taker_fee: '0.001', futures_taker_fee: '0.0005', futures_maker_fee: '0.0005', vip_fee_discount: '1' }),
  '/api/apiw/v2/quant-trading/available_balance': () =>
    ok({ currency_outables: [{ asset: 'USDT', outable: '10000' }], max_outable: { outable: '10000' } }),
  '/api/apiw/v2/grid-trading/margin_pair': () =>
    ok({ max_multiple: 10, hourly_rate: '0', base_borrow_max: '1', quote_borrow_max: '1' }),
  '/api/apiw/v2/grid-trading/min_amount': () => ok({ min_amount: '10', base: 'BTC', quote: 'USDT', unit_qty: '1' }),
  '/api/apiw/v2/quant-trading/private/bot_agreement': () => ok({ signed: true, version: '1', url: '' }),
  '/api/apiw/v2/quant-trading/strategy/run': () => ok({ strategy_id: 7 }),
  '/api/apiw/v2/grid-trading/create': () => ok({ strategy_id: 8 }),
};

export interface FormHost {
  readonly calls: readonly FakeCall[];
  asked(path: string): readonly FakeCall[];
  open(kind: RunnableKind, spec: MarketSpec): Promise<void>;
  close(): Promise<void>;
}

/** Fake time, network, worker and stores; `answers` replaces or adds replies by path. Close it after the test. */
export function hostForm(answers: Answers = {}): FormHost {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'Date'],
  });
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  );
  emptyForms();
  getDefaultStore().set(toastsAtom, []);
  const all = { ...ANSWERS, ...answers };
  const { calls, fetch } = fakeFetch(
    (call) => all[call.url.split('?')[0] ?? '']?.(call) ?? { code: 404, message: 'unknown' },
  );
  vi.stubGlobal('fetch', fetch);
  return {
    calls,
    asked: (path) => calls.filter(({ url }) => url.includes(path)),
    async open(kind, spec) {
      render(
        <ComponentHost>
          <StrategyForm kind={kind} spec={spec} onCreated={() => undefined} />
          <PromptHost />
        </ComponentHost>,
      );
      await pass(100);
    },
    async close() {
      cleanup();
      // The frame that takes the form's lines back from the chart.
      await pass(50);
      vi.useRealTimers();
      vi.unstubAllGlobals();
    },
  };
}

export const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
export const type = (label: string | RegExp, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
/** Confirms the review sheet that is open (H52). */
export async function confirmSheet(): Promise<void> {
  const sheet = within(screen.getByRole('dialog', { name: /^Review/ }));
  fireEvent.click(sheet.getByRole('button', { name: /^Create (bot|anyway)$/ }));
  await pass(100);
}

/** Forgets whatever was typed into any form. */
export function emptyForms(): void {
  getDefaultStore().set(formDraftsAtom, {});
  getDefaultStore().set(paramModesAtom, {});
  getDefaultStore().set(takenAtom, {});
  getDefaultStore().set(sentCreationsAtom, {});
}

/** What was typed last into a form of this kind, whichever of its entries. */
export const draft = (kind: RunnableKind): FormValues =>
  Object.entries(getDefaultStore().get(formDraftsAtom))
    .filter(([key]) => key.startsWith(`${kind} `))
    .at(-1)?.[1]?.values ?? {};
/** Makes the session know one draft, of the form filled in by hand, as another visit would have left it. */
export const leaveDraft = (kind: RunnableKind, spec: MarketSpec, values: FormValues): void =>
  getDefaultStore().set(formDraftsAtom, { [draftKey(kind, spec, 'manual')]: { values, asset: spec.quote } });
export const toasts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);

// @vitest-environment jsdom
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COPIED_DELAY_MS } from '#components/create/use-prefill.ts';
import { draftKey, formDraftsAtom, modeKey, paramModesAtom, takenAtom } from '#components/form/form-state.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import { takePrefill } from '#components/form/prefill.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { areParametersCopyable } from '#lib/strategies/rules/copyable.ts';
import { type FormHost, hostForm, pass } from '#tests/support/create-form-host.tsx';
import { KIND_CASES } from './strategies-kind-cases.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en', useRouter: () => ({ push: () => undefined }) }));

let host: FormHost;
beforeEach(() => {
  window.sessionStorage.clear();
  host = hostForm();
});
afterEach(() => host.close());

const takenDraft = (kind: RunnableKind): FormValues | undefined =>
  getDefaultStore().get(formDraftsAtom)[draftKey(kind, KIND_CASES[kind].spec, 'taken')]?.values;

/** The payload of a bot of this kind as the exchange tells it for another one, with a trigger where the kind has one. */
function sharedPayload(kind: RunnableKind, changes: FormValues = {}): Record<string, unknown> {
  const { good, spec } = KIND_CASES[kind];
  const hasTrigger = definitionOf(kind).fields.some(({ name }) => name === 'trigger_price');
  const values = { ...good, ...(hasTrigger ? { trigger_price: '61000' } : {}), ...changes, money: '' };
  return { ...(definitionOf(kind).encode(values, spec) as Record<string, unknown>) };
}

describe('parameters copied from a shared bot', () => {
  it.each(CREATABLE_KINDS)(
    'fill the form of %s 300 ms after it has opened, by hand, without the trigger (C-020, C-221, C-226, C-428)',
    async (kind) => {
      const { spec } = KIND_CASES[kind];
      const payload = sharedPayload(kind);
      leavePrefill({ kind, payload, isShared: true });
      await host.open(kind, spec);
      expect(takenDraft(kind)).toBeUndefined();
      await pass(COPIED_DELAY_MS);
      const definition = definitionOf(kind);
      const like = { ...definition.defaults(spec), ...definition.decode(payload as never, spec), trigger_price: '' };
      expect(takenDraft(kind)).toEqual(like);
      expect(getDefaultStore().get(takenAtom)[kind]).toBe(true);
      expect(getDefaultStore().get(paramModesAtom)[modeKey(kind, spec)]).toBe('manual');
      expect(takePrefill(kind)).toBeNull();
      // What is sent from it has the bot's own parameters: everything but its trigger, its words and its money.
      expect(definition.encode(like, spec)).toEqual(
        definition.encode(definition.decode(sharedPayload(kind, { trigger_price: '' }) as never, spec), spec),
      );
    },
  );

  it('wait for the form that comes next when it was left before', async () => {
    leavePrefill({ kind: 'spot_grid', payload: sharedPayload('spot_grid'), isShared: true });
    await host.open('spot_grid', KIND_CASES.spot_grid.spec);
    await host.close();
    expect(takePrefill('spot_grid')?.isShared).toBe(true);
    host = hostForm();
  });

  it.each([
    ['', '1', 'sell'],
    ['', '0', 'buy'],
    // What the bot says of itself stands: it is to be a bot like that one.
    ['buy', '1', 'buy'],
    ['neutral', '0', 'neutral'],
  ])('of a margin grid that says side "%s" and is_use_base %s is %s (C-222)', (side, is_use_base, expected) => {
    const payload = { ...sharedPayload('margin_grid'), side, is_use_base };
    expect(definitionOf('margin_grid').decode(payload as never, KIND_CASES.margin_grid.spec).side).toBe(expected);
  });

  it.each([
    [undefined, 'low-risk-arbitrage'],
    ['high-risk-arbitrage', 'high-risk-arbitrage'],
    ['hoarding', 'hoarding'],
  ])('of a martingale that says %s for its type trade as %s (C-224)', (type, expected) => {
    const payload = sharedPayload('martingale', { amount_multiplier: '1.5' });
    const told = { ...payload, params: { ...(payload.params as object), transaction_type: type } };
    const { spec } = KIND_CASES.martingale;
    const definition = definitionOf('martingale');
    const sent = definition.encode({ ...definition.defaults(spec), ...definition.decode(told as never, spec) }, spec);
    expect(sent.params.transaction_type).toBe(expected);
  });

  it('of an arbitrage hold no funding rate: the form goes by the present one (C-223)', () => {
    const payload = sharedPayload('spot-future-arbitrage');
    const values = definitionOf('spot-future-arbitrage').decode(
      payload as never,
      KIND_CASES['spot-future-arbitrage'].spec,
    );
    expect(
      Object.keys({ ...payload, ...(payload.params as object), ...values }).filter((name) => /funding/.test(name)),
    ).toEqual([]);
  });
});

describe('whether parameters may be copied (C-227, C-349)', () => {
  it.each([
    [0, '0.05', false],
    [0, '0.00000001', false],
    [0, '0', true],
    [0, '', true],
    [0, '-0.01', true],
    [1, '0.05', true],
    // What cannot be read is no yes.
    [0, 'free', false],
  ])('is_ai %i, share %s: %s', (is_ai, follow_fee_rate, expected) => {
    expect(areParametersCopyable({ is_ai, follow_fee_rate })).toBe(expected);
  });
});

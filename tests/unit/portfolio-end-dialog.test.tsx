// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { EndDialog } from '#components/portfolio/end/end-dialog.tsx';
import { promptsAtom } from '#lib/client/prompts.ts';
import bots from '#messages/en/bots.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** The end of several bots by one plan: what is shown of each is what is sent of it. */

const BOTS = [1, 2, 3].map((strategy_id) => strategyRow({ strategy_id, strategy_name: `bot ${strategy_id}` }));

/** How often each bot was set otherwise. */
let settings: Record<string, number>;
/** What stands against an end, by bot; nothing: its plan is asked for. */
let refusals: Record<string, object>;
/** Bots whose ends get no answer. */
let lost: readonly string[];
/** What the exchange waits for before it answers an end. */
let held: Promise<void> | null;
/** Calls that get no answer. */
let unheard: string | null;
/** Stop options of each bot, as they were saved last: their types. */
let saved: Record<string, readonly string[]>;
/** What becomes of the next saves: they come in, or their answer is lost, or they do not even come in. Of all others nothing is lost. */
let fates: ('saved' | 'lost' | 'missed')[];
let ended: (readonly number[])[];
/** Bots that have ended since they were chosen. */
let gone: readonly number[];

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const named = (id: string): string => `${id}${settings[id] ?? 0}`.padStart(32, '0');

function answer(call: FakeCall): object | null | Promise<object | null> {
  return held !== null && call.url.includes('/cancel/') ? held.then(() => answered(call)) : answered(call);
}

interface SavedBody {
  readonly strategy_id: number;
  readonly stop_options: readonly { readonly type: string }[];
}

function optionsOf(url: string, method: string, body: SavedBody | undefined): object | null {
  if (unheard === 'stop-options') return null;
  const id = new URLSearchParams(url.split('?')[1]).get('strategy_id') ?? '';
  if (method === 'GET') return ok((saved[id] ?? []).map((type) => ({ account: 'spot', type })));
  const fate = fates.shift();
  if (body !== undefined && fate !== 'missed') saved[`${body.strategy_id}`] = body.stop_options.map(({ type }) => type);
  return fate === undefined || fate === 'saved' ? ok({}) : null;
}

function answered({ url, body, method }: FakeCall): object | null {
  if (url.includes('stop-options')) return optionsOf(url, method, body as SavedBody | undefined);
  if (unheard !== null && url.includes(unheard)) return null;
  if (url.includes('get_all_strategy'))
    return ok(
      BOTS.filter(({ strategy_id }) => url.includes(`strategy_id=${strategy_id}&`)).map((bot) =>
        gone.includes(bot.strategy_id) ? { ...bot, status: 'finished', behavior_status: 'finished' } : bot,
      ),
    );
  if (url.includes('enquiry_price')) return ok({ price: '60000', last_price: '60000' });
  if (url.includes('close_preview')) {
    const id = new URLSearchParams(url.split('?')[1]).get('strategy_id') ?? '';
    if (gone.includes(Number(id))) return { code: 409, message: '', data: { issue: 'bot-ended' } };
    const returns = [{ currency: 'USDT', amount: `${100 + (settings[id] ?? 0)}` }];
    const figures = { debts: [], trades: [], rests: null, profit: '1', profit_rate: '0', profit_asset: 'USDT' };
    return ok({ returns, ...figures, fingerprint: named(id) });
  }
  if (url.includes('/cancel/')) {
    const id = url.split('/').at(-1) ?? '';
    if (lost.includes(id)) return null;
    if (refusals[id] !== undefined) return refusals[id];
    const isShown = (body as { fingerprint?: string }).fingerprint === named(id);
    return isShown ? ok({ strategy_id: Number(id) }) : { code: 409, message: '', data: { issue: 'plan-stale' } };
  }
  return ok(method === 'GET' ? [] : {});
}

const calls = inOwnTime(answer, () => {
  settings = {};
  refusals = {};
  lost = [];
  held = null;
  unheard = null;
  saved = {};
  fates = [];
  ended = [];
  gone = [];
});

const sentEnds = (): string[] => calls.filter(({ url }) => url.includes('/cancel/')).map(({ url }) => url.slice(-1));
const row = (id: number): HTMLElement => document.querySelector(`[data-end="${id}"]`) as HTMLElement;
const press = async (name: string, ms = 2_000): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(ms);
};

/** Closes of the dialog. */
let closed: number;

const dialogOf = (bots: typeof BOTS) => (
  <ComponentHost>
    <EndDialog
      bots={bots}
      onClose={() => {
        closed += 1;
      }}
      onEnded={(now) => ended.push([...now])}
    />
  </ComponentHost>
);

async function open() {
  closed = 0;
  const { rerender } = render(dialogOf(BOTS));
  await pass(1_000);
  return rerender;
}

const button = (name: RegExp): HTMLElement | null => screen.queryByRole('button', { name });

describe('a bot that was set otherwise since its end was shown', () => {
  it('stands there with its new plan, to be confirmed again, while the others end as they were shown', async () => {
    await open();
    settings = { 2: 1 };
    await press('Terminate 3');
    expect(sentEnds()).toEqual(['1', '2', '3']);
    expect(within(row(1)).getByText('Termination started')).toBeTruthy();
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
    expect(within(row(2)).getByText(/its plan is another by now/)).toBeTruthy();
    expect(within(row(2)).getByText(/101 USDT/)).toBeTruthy();
    expect(ended).toEqual([[1, 3]]);
    await press('Try again (1)');
    expect(sentEnds()).toEqual(['1', '2', '3', '2']);
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
    expect(ended).toEqual([[1, 3], [2]]);
  });

  it('is asked about anew once that plan is more than a minute old too; what was not answered is asked for as it was sent', async () => {
    await open();
    settings = { 2: 1 };
    lost = ['3'];
    // Its answer is looked up some times.
    await press('Terminate 3', 20_000);
    expect(within(row(3)).getByText(/No answer yet/)).toBeTruthy();
    await pass(61_000);
    settings = { 2: 2, 3: 1 };
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
    await press('Refresh');
    expect(within(row(2)).getByText(/102 USDT/)).toBeTruthy();
    expect(within(row(3)).getByText(/100 USDT/)).toBeTruthy();
    lost = [];
    settings = { 2: 2, 3: 0 };
    await press('Try again (2)');
    const sent = calls.filter(({ url }) => url.endsWith('/cancel/3'));
    expect(new Set(sent.map(({ body, headers }) => JSON.stringify([body, headers['idempotency-key']]))).size).toBe(1);
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
  });

  it('that is refused for something else says why, and is shown as it would be ended now', async () => {
    await open();
    refusals = { 2: { code: 409, message: '', data: { issue: 'price-unknown' } } };
    settings = { 2: 3 };
    await press('Terminate 3');
    expect(within(row(2)).getByText('Not terminated: the market has no price right now')).toBeTruthy();
    expect(within(row(2)).getByText(/103 USDT/)).toBeTruthy();
  });
});

it('of a bot that has ended since it was chosen says so, and does not call it unknown', async () => {
  gone = [2];
  await open();
  expect(within(row(2)).getByText('Cannot be terminated in its state')).toBeTruthy();
  expect(button(/Terminate 2/)).toBeTruthy();
});

describe('what is under way', () => {
  it('was confirmed as it was shown: no minute that passes meanwhile has it planned anew', async () => {
    await open();
    await pass(55_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await press('Terminate 3', 10_000);
    expect(screen.getByText('Sending…')).toBeTruthy();
    expect(button(/Refresh/)).toBeNull();
    expect(button(/Try again/)?.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText(/more than a minute old/)).toBeNull();
    resolve();
    await pass(2_000);
    for (const { strategy_id: id } of BOTS) expect(within(row(id)).getByText('Termination started')).toBeTruthy();
  });

  it('and was not answered is asked for with the plan that went out under its key, planned anew or not', async () => {
    const rerender = await open();
    lost = ['3'];
    await press('Terminate 3', 20_000);
    settings = { 3: 1 };
    rerender(dialogOf([...BOTS]));
    await pass(1_000);
    expect(within(row(3)).getByText(/101 USDT/)).toBeTruthy();
    lost = [];
    settings = {};
    await press('Try again (1)');
    const sent = calls.filter(({ url }) => url.endsWith('/cancel/3'));
    expect(new Set(sent.map(({ body, headers }) => JSON.stringify([body, headers['idempotency-key']]))).size).toBe(1);
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
  });
});

describe('a fund password that is not given', () => {
  const DEMAND = { code: 423, message: '', require_fundpass: true };
  const giveNone = async (): Promise<void> => {
    getDefaultStore().get(promptsAtom)[0]?.answer(null);
    await pass(1_000);
  };

  it('does not settle an end that was sent before: it is asked for under its key, with the plan that it went out with', async () => {
    saved = { 3: ['no_close'] };
    await open();
    lost = ['3'];
    await press('Terminate 3', 20_000);
    lost = [];
    refusals = { 3: DEMAND };
    await press('Try again (1)', 500);
    await giveNone();
    expect(within(row(3)).getByText(/No answer yet/)).toBeTruthy();
    // It may have ended so: how it is to be closed is not touched.
    expect(saved[3]).toEqual(['market']);
    refusals = {};
    await press('Try again (1)');
    const sent = calls.filter(({ url }) => url.endsWith('/cancel/3'));
    expect(new Set(sent.map(({ body, headers }) => JSON.stringify([body, headers['idempotency-key']]))).size).toBe(1);
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
    const saves = calls.filter(({ url, method }) => method === 'POST' && url.includes('stop-options'));
    expect(saves.map(({ body }) => (body as SavedBody).strategy_id)).toEqual([1, 2, 3]);
  });

  it('to an end that was not sent before leaves nothing of it behind; nothing more is sent', async () => {
    saved = { 1: ['no_close'], 2: ['limit'] };
    await open();
    refusals = { 1: DEMAND };
    await press('Terminate 3', 500);
    await giveNone();
    expect([sentEnds(), saved]).toEqual([['1'], { 1: ['no_close'], 2: ['limit'] }]);
    expect(within(row(1)).getByText('Not sent')).toBeTruthy();
    refusals = {};
    await press('Try again (3)');
    const keys = calls.filter(({ url }) => url.endsWith('/cancel/1')).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('stop options that are saved with an end', () => {
  it('and may have been saved, without an answer, are put back: the end never went out', async () => {
    saved = { 1: ['no_close'] };
    await open();
    fates = ['lost'];
    await press('Terminate 3', 10_000);
    expect(within(row(1)).getByText('Not sent: the exchange did not answer')).toBeTruthy();
    expect([sentEnds(), saved[1]]).toEqual([['2', '3'], ['no_close']]);
    await press('Try again (1)');
    expect(within(row(1)).getByText('Termination started')).toBeTruthy();
    expect(saved[1]).toEqual(['market']);
  });

  it('are what was there before the first try, also where putting that back was not answered', async () => {
    saved = { 1: ['no_close'] };
    await open();
    fates = ['lost', 'missed'];
    await press('Terminate 3', 10_000);
    expect(saved[1]).toEqual(['market']);
    refusals = { 1: { code: 409, message: '', data: { issue: 'price-unknown' } } };
    await press('Try again (1)');
    expect(saved[1]).toEqual(['no_close']);
  });

  it('and could not be put back are told of at their bot, and put back once more for whoever asks', async () => {
    saved = { 1: ['no_close'] };
    await open();
    refusals = { 1: { code: 409, message: '', data: { issue: 'price-unknown' } } };
    fates = ['saved', 'missed'];
    await press('Terminate 3', 10_000);
    const told = new RegExp(bots.terminate.wayLeft);
    expect([1, 2, 3].map((id) => within(row(id)).queryByText(told) !== null)).toEqual([true, false, false]);
    expect(saved[1]).toEqual(['market']);
    fates = ['missed'];
    await press(bots.terminate.putBack);
    expect(within(row(1)).queryByText(told)).not.toBeNull();
    await press(bots.terminate.putBack);
    expect(within(row(1)).queryByText(told)).toBeNull();
    expect([saved[1], sentEnds().length]).toEqual([['no_close'], 3]);
  });
});

describe('a plan among others', () => {
  it('is as old as it is, however young another was made since (M-153)', async () => {
    await open();
    await pass(30_000);
    settings = { 1: 1 };
    refusals = { 2: { code: 423, message: '', require_fundpass: true } };
    await press('Terminate 3', 500);
    // The fund password is not given: two and three are not sent, and stay as they were planned.
    getDefaultStore().get(promptsAtom)[0]?.answer(null);
    await pass(1_000);
    expect(within(row(1)).getByText(/its plan is another by now/)).toBeTruthy();
    expect(button(/Try again \(3\)/)).not.toBeNull();
    await pass(31_000);
    expect(button(/Try again/)).toBeNull();
    settings = { 1: 1, 2: 1 };
    await press('Refresh');
    expect(within(row(2)).getByText(/101 USDT/)).toBeTruthy();
    expect(button(/Try again \(3\)/)).not.toBeNull();
    // Nor does the age of what it was before count for it.
    await pass(40_000);
    expect(button(/Try again \(3\)/)).not.toBeNull();
  });

  it('that could not even be sent is not on its way: it is shown as it would be ended now, and ages', async () => {
    await open();
    unheard = 'stop-options';
    settings = { 2: 4 };
    await press('Terminate 3', 20_000);
    expect(sentEnds()).toEqual([]);
    expect(within(row(2)).getByText('Not sent: the exchange did not answer')).toBeTruthy();
    expect(within(row(2)).getByText(/104 USDT/)).toBeTruthy();
    await pass(61_000);
    unheard = null;
    await press('Refresh');
    await press('Try again (3)');
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
  });

  it('that nobody could tell is asked for again, and says of no plan that it is shown', async () => {
    await open();
    settings = { 2: 1 };
    unheard = 'close_preview';
    await press('Terminate 3', 20_000);
    expect(within(row(2)).getByText(/is left out/)).toBeTruthy();
    expect(within(row(2)).queryByText(/its plan is another by now/)).toBeNull();
    unheard = null;
    await press('Refresh');
    expect(within(row(2)).getByText(/101 USDT/)).toBeTruthy();
    await press('Try again (1)');
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
  });

  it('is planned anew while the dialog can be closed', async () => {
    await open();
    await pass(61_000);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(document.querySelector('[data-end="1"] [class*="h-8"]')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(closed).toBe(1);
    await pass(1_000);
  });
});

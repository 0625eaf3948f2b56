// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { describe, expect, it } from 'vitest';
import { ActionHost } from '#components/bots/actions/action-host.tsx';
import { type BotAction, changesOf } from '#components/bots/actions/bot-actions.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import { loadMessages, type Messages } from '#lib/i18n/messages.ts';
import { RUNNABLE_KINDS, type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import type { FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { coveringPairs } from '#tests/support/pairs.ts';
import { stubResizeObserver } from '#tests/support/resize-observer.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { screenOf } from '#tests/support/wide-screen.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/**
 * Every dialog of what an owner does with a bot: all pairs of kind, flow, language, theme and width that there are. What a browser draws of
 * them – sizes, colours, what fits – is the stories' (tests/e2e), which have fewer kinds and tie languages to looks.
 */

const FLOWS = [
  ...(['pause', 'start', 'terminate', 'adjust'] as const),
  ...(['range', 'stops', 'trailing', 'deposit', 'leverage', 'margin', 'withdraw', 'edit'] as const),
] as const satisfies readonly BotAction[];
const FACTORS = {
  kind: RUNNABLE_KINDS,
  language: LANGUAGES,
  flow: FLOWS,
  theme: ['dark', 'light'],
  width: ['phone', 'desktop'],
} as const;
const MAY = {
  spot_grid_modify_price_range: true,
  spot_grid_add_position: true,
  spot_grid_pause: true,
} as const;

const TEXTS = ['actions', 'bots', 'common', 'fields', 'glossary', 'issues', 'refusals', 'trade', 'help'] as const;
const isChange = (flow: BotAction): boolean => !['pause', 'start', 'terminate', 'adjust'].includes(flow);

/** A bot of the kind, in a state in which the flow is offered. */
function botOf(kind: RunnableKind, flow: BotAction = 'edit'): StrategyRow {
  const onContract = KIND_CASES[kind].spec.contract !== undefined;
  const state = { start: ['pause', 'pause'], adjust: ['stopping', 'stopping'] } as const;
  const [status, step] = flow === 'start' || flow === 'adjust' ? state[flow] : (['running', 'running'] as const);
  return strategyRow({
    ...{ strategy_type: kind, settle: onContract ? 'usdt' : '', params: gridParams(), status, step },
    ...{ money: '1000', money_asset: 'USDT', market: 'BTC_USDT', position: '0.01', leverage: '3' },
    ...{ run_times: 900_000, liq_price: '45000' },
  });
}

const isOffered = (kind: RunnableKind, flow: BotAction): boolean =>
  !isChange(flow) || changesOf(botOf(kind), MAY, true).some((change) => change === flow);

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const LIQUIDATION = { liq_price: '45000', short_liq_price: '--', held_liq_price: '46000', held_short_liq_price: '--' };

let bot: StrategyRow;
const ANSWERS: Readonly<Record<string, () => object>> = {
  capabilities: () => ok(['action_plan', 'trailing_change']),
  '/api/session': () => ok({ logged_in: true, user_id: 1, anonymous: '0123456789abcdef', nickname: 'demo' }),
  get_all_strategy: () => ({ code: 200, message: '', data: [bot] }),
  '/balance/': () => ok({ assets: { balances: [], risk: '' }, margin_asset: null }),
  'stop-options': () => ok([]),
  spot_markets: () => ok(['BTC', 'ETH', 'XRP'].map((coin) => marketRow(`${coin}_USDT`))),
  '/futures/contracts': () => ({ code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] }),
  last_price: () => ({ last_price: '60000', mark_price: '60000' }),
  enquiry_price: () => ok({ price: '60000', last_price: '60000' }),
  available_balance: () =>
    ok({
      currency_outables: [{ asset: 'USDT', outable: '500' }],
      max_outable: { asset: 'USDT', outable: '500' },
    }),
  'grid-base': () => ok({ max_grid: 200 }),
  withdrawal_balance: () => ok({ withdrawable: 1, max_withdrawal_amount: '50', liquidation: LIQUIDATION }),
  '/withdrawable': () => ok({ unsettled_profit: '5', strategy_profit: '5', settled_profit: '0', profit_asset: 'USDT' }),
  strategy_detail: () => {
    const kind = bot.strategy_type as RunnableKind;
    const { good, spec } = KIND_CASES[kind];
    return ok({ ...bot, payload: STRATEGIES[kind].encode(good as never, spec) });
  },
};

inOwnTime(
  ({ url }: FakeCall) => Object.entries(ANSWERS).find(([part]) => url.includes(part))?.[1]() ?? ok([]),
  stubResizeObserver,
);

const ROWS = coveringPairs(
  FACTORS,
  ({ kind, flow }) => kind === undefined || flow === undefined || isOffered(kind as RunnableKind, flow as BotAction),
);

/** What is wrong with the dialog of a flow. */
async function faultsOf(row: (typeof ROWS)[number], messages: Partial<Messages>): Promise<readonly string[]> {
  const faults: string[] = [];
  let closed = 0;
  bot = botOf(row.kind as RunnableKind, row.flow as BotAction);
  document.documentElement.dataset.theme = row.theme;
  window.matchMedia = screenOf(row.width === 'phone');
  render(
    <NextIntlClientProvider
      locale={row.language}
      messages={messages}
      timeZone="UTC"
      onError={({ message }) => faults.push(message)}
    >
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <ActionHost bot={bot} action={row.flow as BotAction} onClose={() => (closed += 1)} onDone={() => {}} />
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  await pass(750);
  const dialog = screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog');
  if (dialog === null) faults.push('no dialog');
  else {
    if (!(dialog.getAttribute('aria-label') || dialog.getAttribute('aria-labelledby'))) faults.push('no name');
    if (isChange(row.flow as BotAction) && dialog.querySelector('fieldset') === null) faults.push('no form');
    const nameless = [...dialog.querySelectorAll('button')].filter(
      (button) => `${button.textContent}${button.getAttribute('aria-label') ?? ''}`.trim() === '',
    );
    if (nameless.length > 0) faults.push('a button without a name');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await pass(250);
    if (closed === 0) faults.push('Escape closes nothing');
  }
  cleanup();
  return faults;
}

describe('dialogs of an owner’s acts', () => {
  it('are tried in all pairs that there are', () => {
    const pair = (one: keyof (typeof ROWS)[number], other: keyof (typeof ROWS)[number]) =>
      new Set(ROWS.map((row) => `${row[one]} ${row[other]}`)).size;
    expect(pair('kind', 'language')).toBe(RUNNABLE_KINDS.length * LANGUAGES.length);
    expect(pair('flow', 'language')).toBe(FLOWS.length * LANGUAGES.length);
    expect(pair('flow', 'theme')).toBe(FLOWS.length * 2);
    expect(pair('flow', 'width')).toBe(FLOWS.length * 2);
    expect(pair('language', 'theme')).toBe(LANGUAGES.length * 2);
    expect(pair('language', 'width')).toBe(LANGUAGES.length * 2);
    expect(pair('kind', 'theme')).toBe(RUNNABLE_KINDS.length * 2);
    const offered = RUNNABLE_KINDS.flatMap((kind) => FLOWS.filter((flow) => isOffered(kind, flow)));
    expect(pair('kind', 'flow')).toBe(offered.length);
    // Few: a browser's worth of seconds.
    expect(ROWS.length).toBeLessThan(330);
  });

  it.each(LANGUAGES)('are whole in %s, and Escape closes each', async (language: Language) => {
    const messages = await loadMessages(language, TEXTS);
    const faults: unknown[] = [];
    for (const row of ROWS.filter((one) => one.language === language)) {
      for (const fault of await faultsOf(row, messages)) faults.push([row, fault]);
    }
    expect(faults).toEqual([]);
  });
});

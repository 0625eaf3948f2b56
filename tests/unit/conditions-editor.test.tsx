// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { NextIntlClientProvider } from 'next-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConditionEditor } from '#components/conditions/condition-editor.tsx';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { conditionMarksAtom } from '#components/form/chart-marks.ts';
import type { ConditionMark } from '#lib/client/condition-marks.ts';
import type { PreviewMarks } from '#lib/client/preview-protocol.ts';
import type { IndicatorConditions } from '#lib/indicators/condition.ts';
import { DEFAULT_CONDITIONS } from '#lib/kinds/indicator/definition/conditions.ts';
import zhConditions from '#messages/zh/conditions.json' with { type: 'json' };
import zhFields from '#messages/zh/fields.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

const SPEC = testSpec();
let confirmed: IndicatorConditions | null;
let isClosed: boolean;
let workers: FakeWorker[];

class FakeWorker {
  onmessage: ((event: { data: object }) => void) | null = null;
  readonly asked: PreviewMarks[] = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(request: PreviewMarks): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(marks: readonly ConditionMark[] | null): void {
    const { id } = this.asked.at(-1) as PreviewMarks;
    const data = marks === null ? { type: 'marks-failed', id } : { type: 'marks', id, marks };
    act(() => this.onmessage?.({ data }));
  }
}

const worker = (): FakeWorker => workers.find(({ isEnded }) => !isEnded) as FakeWorker;

beforeEach(() => {
  confirmed = null;
  isClosed = false;
  workers = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(conditions: IndicatorConditions = DEFAULT_CONDITIONS, periods?: readonly string[]): void {
  render(
    <ComponentHost>
      <ConditionEditor
        conditions={conditions}
        spec={SPEC}
        periods={periods}
        initialSide="open"
        onConfirm={(next) => {
          confirmed = next;
        }}
        onClose={() => {
          isClosed = true;
        }}
      />
    </ComponentHost>,
  );
}

const tab = (name: string): HTMLElement => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
/** Radix opens a tab on the press of the mouse. */
const go = (name: string): boolean => fireEvent.mouseDown(tab(name), { button: 0 });
const panel = () => within(screen.getByRole('tabpanel'));
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const rows = (): HTMLElement[] => panel().queryAllByRole('group', { name: /^Condition \d+$/ });
const inRow = (index: number) => within(rows()[index] as HTMLElement);
const select = (label: string, index = 0): HTMLSelectElement =>
  inRow(index).getByRole('combobox', { name: label }) as HTMLSelectElement;
const choose = (label: string, value: string, index = 0): boolean =>
  fireEvent.change(select(label, index), { target: { value } });
const type = (label: string, value: string, index = 0): boolean =>
  fireEvent.change(inRow(index).getByLabelText(label), { target: { value } });
const optionsOf = (element: HTMLElement): string[] =>
  within(element)
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value);

describe('the condition modal', () => {
  it('has the four sides on its left (E-006, E-094)', () => {
    open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Open',
      'Close',
      'Increase',
      'Reduce',
    ]);
    expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
  });

  it('offers the periods that the exchange has for this market, and says so of another one (C-148)', () => {
    open(DEFAULT_CONDITIONS, ['15m', '4h', '2w']);
    const period = panel().getByRole('combobox', { name: 'K-line period' }) as HTMLSelectElement;
    expect(optionsOf(period)).toEqual(['15m', '1h', '4h']);
    expect(panel().getByRole('alert').textContent).toBe('please choose the K-line period');
    press('Confirm');
    expect(confirmed).toBeNull();
    for (const side of ['Open', 'Close']) {
      go(side);
      fireEvent.change(panel().getByRole('combobox', { name: 'K-line period' }), { target: { value: '4h' } });
    }
    press('Confirm');
    expect(confirmed).toMatchObject({ open: { period: '4h' }, close: { period: '4h' } });
  });

  it('asks each side for its K-line period, each but close for a ratio from 10 % to 100 % (E-095, E-096, E-176, E-177, E-178, E-182, C-423)', () => {
    open();
    for (const side of ['Open', 'Close', 'Increase', 'Reduce']) {
      go(side);
      if (side === 'Increase' || side === 'Reduce') press(`Set conditions: ${side}`);
      const period = panel().getByRole('combobox', { name: 'K-line period' }) as HTMLSelectElement;
      expect(optionsOf(period)).toEqual(['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d']);
      expect(period.value).toBe('1h');
      const ratio = panel().queryByRole('combobox', { name: 'Position ratio' }) as HTMLSelectElement | null;
      if (side === 'Close') {
        expect(ratio).toBeNull();
        continue;
      }
      expect(ratio?.value).toBe('0.1');
      // Choices of whole percents, not figures: 100% and not 100.0% beside 90% (C10).
      const words = [...(ratio?.options ?? [])].map(({ text }) => text);
      expect(words).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `${percent}%`));
      expect(optionsOf(ratio as HTMLElement)).toEqual([
        '0.1',
        '0.2',
        '0.3',
        '0.4',
        '0.5',
        '0.6',
        '0.7',
        '0.8',
        '0.9',
        '1',
      ]);
    }
  });

  it('begins a side with the MACD histogram and its three periods, above 0 (C-421, E-097, E-179)', () => {
    open();
    expect(rows()).toHaveLength(1);
    expect(select('Indicator').value).toBe('macd-histogram');
    for (const [label, value] of [
      ['Fast period', '12'],
      ['Slow period', '26'],
      ['Signal period', '9'],
      ['Number', '0'],
    ] as const) {
      expect((inRow(0).getByLabelText(label) as HTMLInputElement).value).toBe(value);
    }
    expect(select('Comparison').value).toBe('gt');
  });

  it('compares in plain words, golden and death cross among them (E-376)', () => {
    open();
    const words = within(select('Comparison'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(words).toEqual([
      'is greater than',
      'is at least',
      'is less than',
      'is at most',
      'equals',
      'crosses above (golden cross)',
      'crosses below (death cross)',
    ]);
  });

  it('adds up to 15 conditions and then says that the side is full (E-164, E-341)', () => {
    open();
    for (let i = 1; i < 15; i += 1) press('Add a condition');
    expect(rows()).toHaveLength(15);
    expect((screen.getByRole('button', { name: 'Add a condition' }) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText('A side has at most 15 conditions.')).toBeTruthy();
  });

  it('never offers to remove the first condition of open or close; increase goes with its last one (E-165)', () => {
    open();
    for (const side of ['Open', 'Close']) {
      go(side);
      press('Add a condition');
      expect(screen.queryByRole('button', { name: 'Remove condition 1' })).toBeNull();
      press('Remove condition 2');
      expect(rows()).toHaveLength(1);
    }
    go('Increase');
    press('Set conditions: Increase');
    press('Remove condition 1');
    expect(screen.getByText('Not set')).toBeTruthy();
    press('Confirm');
    expect(confirmed).toEqual(DEFAULT_CONDITIONS);
  });

  it('compares a TD count with at least 9 and lets nobody change that (E-180, E-181)', () => {
    open();
    choose('Indicator', 'td-plus-nine');
    expect(select('Comparison').value).toBe('gte');
    expect(select('Comparison').disabled).toBe(true);
    expect(select('Compared with').value).toBe('number');
    expect(select('Compared with').disabled).toBe(true);
    const number = inRow(0).getByLabelText('Number') as HTMLInputElement;
    expect([number.value, number.disabled]).toEqual(['9', true]);
    press('Confirm');
    expect(confirmed?.open.conditions[0]).toMatchObject({
      indicatorName: 'tdplusnine',
      comparatorName: 'gte',
      compareIndicatorArgs: ['9'],
    });
  });

  it.each([
    ['volume-ma', 'Length', '601', 'Length should be between 1 and 600', 'E-166'],
    ['zigzag', 'Deviation', '0', 'Deviation should be between 1 and 100', 'E-167'],
    ['zigzag', 'Depth', '1001', 'Depth should be between 2 and 1000', 'E-168'],
    ['smi', 'Short period', '1', 'Short period should be between 2 and 600', 'E-169'],
    ['smi-signal', 'Signal period', '101', 'Signal period should be between 2 and 100', 'E-170'],
    ['boll-upper', 'Period', '1', 'Period should be between 2 and 100', 'E-171'],
    ['boll-upper', 'Deviations', '5.01', 'Deviations should be between 1 and 5', 'E-172'],
    ['rsi', 'Period', '', 'Period cannot be empty', 'E-173'],
    ['ma', 'Period', '2.5', 'Period must be a whole number', 'E-175'],
  ])('refuses %s with %s “%s” at the field: %s (%s)', (indicator, label, value, message) => {
    open();
    choose('Indicator', indicator);
    type(label, value);
    expect(screen.getByRole('alert').textContent).toBe(message);
    const input = inRow(0).getByLabelText(label);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    press('Confirm');
    expect(confirmed).toBeNull();
  });

  it('takes six decimals and a sign in a number to compare with (E-174)', () => {
    open();
    type('Number', '-0.123456');
    press('Confirm');
    expect(confirmed?.open.conditions[0]?.compareIndicatorArgs).toEqual(['-0.123456']);
  });

  it('shows the side with the mistake instead of confirming', () => {
    open();
    go('Close');
    type('Slow period', '');
    go('Open');
    press('Confirm');
    expect(confirmed).toBeNull();
    expect(tab('Close').getAttribute('aria-selected')).toBe('true');
    expect(tab('Close').textContent).toContain('has a mistake');
  });

  it('hands over what was built on all four sides with Confirm, and nothing with Cancel or Escape (C-165, E-006)', () => {
    open();
    fireEvent.change(panel().getByRole('combobox', { name: 'Position ratio' }), { target: { value: '0.5' } });
    press('Add a condition');
    fireEvent.click(inRow(1).getByLabelText('or'));
    choose('Indicator', 'rsi', 1);
    choose('Comparison', 'lt', 1);
    type('Number', '30', 1);
    for (const side of ['Increase', 'Reduce']) {
      go(side);
      press(`Set conditions: ${side}`);
    }
    press('Cancel');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(isClosed).toBe(true);
    expect(confirmed).toBeNull();
    press('Confirm');
    expect(new Set(Object.keys(confirmed ?? {}))).toEqual(new Set(['open', 'close', 'increase', 'reduce']));
    expect(confirmed?.open).toMatchObject({ side: 'open', period: '1h', ratio: '0.5' });
    expect(confirmed?.open.conditions[1]).toEqual({
      operations: 'or',
      indicatorName: 'rsi',
      indicatorArgs: ['14'],
      comparatorName: 'lt',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['30'],
    });
  });

  it('reads each condition and the side back as a sentence while it is typed', () => {
    open();
    expect(inRow(0).getByText('when the MACD histogram (12, 26, 9) on 1 h is greater than 0')).toBeTruthy();
    type('Fast period', '8');
    expect(
      panel().getByText('Open with 10% of the capital when the MACD histogram (8, 26, 9) on 1 h is greater than 0.'),
    ).toBeTruthy();
  });
});

describe('where the conditions would have held', () => {
  const mark = (side: ConditionMark['side'], timeMs: number): ConditionMark => ({ side, timeMs });

  it('is asked of a worker at each change, counted for each side, and marked on the chart', () => {
    open();
    expect(worker().asked.at(-1)).toMatchObject({ type: 'marks', market: 'BTC_USDT', instrument: 'spot' });
    expect(Object.keys(worker().asked.at(-1)?.sides ?? {})).toEqual(['open', 'close']);
    worker().answer([mark('open', 1), mark('open', 2), mark('close', 3)]);
    expect(screen.getByText('At 2 K-line closes of the last 30 days')).toBeTruthy();
    expect(tab('Close').textContent).toContain('1×');
    expect(getDefaultStore().get(conditionMarksAtom)).toHaveLength(3);
    const before = worker().asked.length;
    type('Fast period', '10');
    expect(worker().asked.length).toBe(before + 1);
    expect(screen.getByText('Looking at the last 30 days …')).toBeTruthy();
  });

  it('leaves out a side that is being typed, and takes the marks off the chart at the end', () => {
    open();
    type('Fast period', '');
    expect(Object.keys(worker().asked.at(-1)?.sides ?? {})).toEqual(['close']);
    expect(screen.getByText('A value above is not right yet.')).toBeTruthy();
    worker().answer([mark('close', 3)]);
    expect(getDefaultStore().get(conditionMarksAtom)).toHaveLength(1);
    const own = worker();
    cleanup();
    expect(own.isEnded).toBe(true);
    expect(getDefaultStore().get(conditionMarksAtom)).toEqual([]);
  });

  it('says when the past cannot be read, and does not stand in the way', () => {
    open();
    worker().answer(null);
    expect(screen.getByText(/could not be loaded; the conditions can be set all the same/)).toBeTruthy();
    press('Confirm');
    expect(confirmed).toEqual(DEFAULT_CONDITIONS);
  });
});

describe('conditions read back', () => {
  const mixed: IndicatorConditions = {
    ...DEFAULT_CONDITIONS,
    open: {
      ...DEFAULT_CONDITIONS.open,
      period: '4h',
      ratio: '0.3',
      conditions: [
        ...DEFAULT_CONDITIONS.open.conditions,
        {
          operations: 'and',
          indicatorName: 'close',
          indicatorArgs: [],
          comparatorName: 'cross-up',
          compareIndicatorName: 'boll-mid',
          compareIndicatorArgs: ['20', '2'],
        },
        {
          operations: 'or',
          indicatorName: 'tdminusnine',
          indicatorArgs: [],
          comparatorName: 'gte',
          compareIndicatorName: 'number',
          compareIndicatorArgs: ['9'],
        },
      ],
    },
  };

  it('say in brackets what is reckoned first: they are joined from left to right (C-165)', () => {
    render(
      <ComponentHost>
        <ConditionSummary conditions={mixed} />
      </ComponentHost>,
    );
    expect(screen.getByText(/^Open with/).textContent?.replaceAll('\u00a0', ' ')).toBe(
      'Open with 30% of the capital when (the MACD histogram (12, 26, 9) on 4 h is greater than 0 and the closing price on 4 h crosses above the middle Bollinger band (20, 2)) or the TD count of falls on 4 h is at least 9.',
    );
    expect(screen.getByText('Entry')).toBeTruthy();
    expect(screen.queryByText('Increase')).toBeNull();
  });

  it('speak the viewer’s language', () => {
    render(
      <NextIntlClientProvider
        locale="zh"
        messages={{ conditions: zhConditions, fields: zhFields } as never}
        timeZone="UTC"
      >
        <ConditionSummary conditions={mixed} />
      </NextIntlClientProvider>,
    );
    const sentence = screen.getByText(/资金开仓/).textContent ?? '';
    expect(sentence).toContain('MACD 柱 (12, 26, 9) 大于 0');
    expect(sentence).toContain('上穿 布林带中轨 (20, 2)');
    expect(sentence).not.toMatch(/[A-Za-z]{5,}/);
  });

  it.each([{}, { ...mixed, open: 'soon' }, 'none', []])(
    'are said to be unreadable where they are: %j',
    (conditions) => {
      render(
        <ComponentHost>
          <ConditionSummary conditions={conditions} />
        </ComponentHost>,
      );
      expect(screen.getByText('The conditions cannot be read here.')).toBeTruthy();
    },
  );

  it('are nothing where the wire holds none', () => {
    const { container } = render(
      <ComponentHost>
        <ConditionSummary conditions={null} />
      </ComponentHost>,
    );
    expect(container.textContent).toBe('');
  });
});

// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { SharedBot } from '#components/bots/figures/figure-of.ts';
import { FiguresMark } from '#components/bots/figures/figures-mark.tsx';
import { botFigures, ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { BotMetrics } from '#components/discovery/bot-metrics.tsx';
import { BotTags } from '#components/discovery/bot-tags.tsx';
import { toCardItem } from '#components/discovery/card-item.ts';
import { StrategyCard } from '#components/discovery/strategy-card.tsx';
import { FieldHint } from '#components/form/field-hint.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { AI_GRADE } from '#tests/support/ai-grade.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

// It loads late; here its loading is nobody's question.
beforeAll(() =>
  Promise.all([import('#components/bots/figures/figure-tip.tsx'), import('#components/form/hint-tip.tsx')]),
);
afterEach(cleanup);

/** A bot that has lost: its completed trades brought less than what it holds is down. */
const LOST = strategyRow({
  strategy_type: 'spot_grid',
  profit: '-101.5',
  strategy_profit: '2.5',
  position_profit: '-104',
  profit_rate: '-0.1015',
  money: '1000',
});

/** The same in a list. */
const SHARED: RecommendedItem = {
  ...LOST,
  ...{ is_ai: 1, ai_grade: AI_GRADE, strategy_name_en: '', type: 'ai', instrument_type: 'spot', is_use_base: '0' },
  ...{ stop_upward_price: '', stop_downward_price: '', rate: '0', take_profit: '', cycle_profit: [], asset_info: [] },
  ...{ back_profit: [], low_price: '1', high_price: '2', grid_num: '20' },
};

const tip = () => screen.findByRole('dialog', { name: 'Total profit' });
const name = () => screen.getByRole('button', { name: 'Result' });

function show(figure: 'total_profit' | null = 'total_profit') {
  render(
    <ComponentHost>
      <FigureName figure={figure} bot={LOST}>
        Result
      </FigureName>
      <button type="button">Elsewhere</button>
    </ComponentHost>,
  );
}

describe('how a figure is computed', () => {
  it('is said at a press on its name: formula, the bot’s own values, and where more stands', async () => {
    show();
    fireEvent.click(name());
    const said = await tip();
    expect(said.textContent).toContain('Completed profit + Position profit');
    const values = [...said.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(values).toEqual([
      expect.stringMatching(/^Total profit.*101\.5/),
      expect.stringMatching(/^Completed profit.*2\.5/),
      expect.stringMatching(/^Position profit.*104/),
    ]);
    expect(within(said).getByRole('link', { name: 'In the glossary' }).getAttribute('href')).toBe(
      '/en/help/glossary#total_profit',
    );
    expect(within(said).getByRole('link', { name: 'How this kind of bot works' }).getAttribute('href')).toBe(
      '/en/help/bots/spot_grid',
    );
  });
});

describe('what a field of a form means', () => {
  const form = { definition: definitionOf('spot_grid') };

  it('is said at a press on its mark, with the terms that explain it and the ways to the glossary and to its help', async () => {
    render(
      <ComponentHost>
        <FieldHint form={form} label="price_type" />
      </ComponentHost>,
    );
    const mark = screen.getByRole('button', { name: 'Spacing: ?' });
    fireEvent.click(mark);
    const said = await screen.findByRole('dialog', { name: 'Spacing' });
    expect(said.textContent).toContain('Arithmetic: equal price steps.');
    expect(said.textContent).toContain('How the lines of a grid are spread over its range');
    const link = (name: string) => within(said).getByRole('link', { name }).getAttribute('href');
    expect(link('In the glossary')).toBe('/en/help/glossary#spacing');
    expect(link('How this kind of bot works')).toBe('/en/help/bots/spot_grid');
    // Its choices are terms too.
    fireEvent.change(within(said).getByRole('combobox', { name: 'Glossary' }), { target: { value: 'geometric' } });
    expect(said.textContent).toContain('each completed grid returns the same');
    expect(link('In the glossary')).toBe('/en/help/glossary#geometric');
    fireEvent.keyDown(said, { key: 'Escape' });
    expect(document.activeElement).toBe(mark);
  });

  it('has one mechanism: no part of a form explains itself by a tip that leads nowhere', () => {
    const tips = ['form', 'create', 'conditions', 'earn', 'copy'].flatMap((folder) =>
      readdirSync(`components/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter(
          (file) => file.endsWith('.tsx') && readFileSync(`components/${folder}/${file}`, 'utf8').includes('<InfoTip'),
        )
        .map((file) => `${folder}/${file}`),
    );
    expect(tips.sort()).toEqual(Object.keys(NO_FIELDS).sort());
  });
});

/** Tips of forms that explain no field, and what they are. */
const NO_FIELDS: Readonly<Record<string, string>> = {
  'create/ai-block.tsx': 'how the AI was judged; its figures say the rest',
  'create/moon-page.tsx': 'what the page does',
  'create/preview-panel.tsx': 'what a replay is worth',
  'create/review-figures.tsx': 'how the moves of the review are reckoned',
  'earn/invest/plan-figures.tsx': 'a sentence beside a figure that has its own tip',
  'earn/invest/plan-portfolio.tsx': 'the coins of a plan',
};

describe('its tip', () => {
  it('closes by Escape with the focus back, by a press elsewhere, and by a second press', async () => {
    show();
    fireEvent.click(name());
    fireEvent.keyDown(await tip(), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(name());
    fireEvent.click(name());
    await tip();
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(name());
    await tip();
    fireEvent.click(name());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('over a dialog takes Escape for itself, and its links are within that dialog', async () => {
    function Host() {
      const [isOpen, setIsOpen] = useState(true);
      return (
        <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Bot">
          <FigureName figure="total_profit" bot={LOST}>
            Result
          </FigureName>
        </Dialog>
      );
    }
    render(
      <ComponentHost>
        <Host />
      </ComponentHost>,
    );
    fireEvent.click(name());
    const said = await tip();
    expect(screen.getByRole('dialog', { name: 'Bot' }).contains(said)).toBe(true);
    fireEvent.keyDown(said, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Total profit' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Bot' })).toBeTruthy();
  });

  it('of a table’s column has the values of any of its bots', async () => {
    const other = strategyRow({ strategy_id: 77, market: 'ETH_USDT', profit: '12', strategy_profit: '12' });
    render(
      <ComponentHost>
        <ShownRowsContext value={[LOST, other].map(botFigures)}>
          <FigureName figure="total_profit">Result</FigureName>
        </ShownRowsContext>
      </ComponentHost>,
    );
    fireEvent.click(name());
    const said = await tip();
    expect(said.textContent).toContain('-101.5');
    fireEvent.change(within(said).getByRole('combobox', { name: 'Bot' }), { target: { value: '77' } });
    expect(said.textContent).not.toContain('-101.5');
    expect(said.textContent).toContain('+12');
    // A browser cuts what is chosen at one line: it is read whole beside that.
    expect(within(said).getByText(botFigures(other).name, { selector: 'span' })).toBeTruthy();
  });

  it('names a portfolio by its coins among them: its market is that of the first alone', () => {
    const asset_info = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
    const kind = { strategy_type: 'smart-position', market: 'SOL_USDT', strategy_name: 'Mine' } as const;
    expect(botFigures(strategyRow({ ...kind, params: gridParams({ asset_info }) })).name).toBe('SOL · DOGE Mine');
  });

  it('of a column that names no kind has them too, of rows that are no bots as well', async () => {
    const rows = ['1', '2'].map((sum) => ({
      key: sum,
      name: `Row ${sum}`,
      of: { values: { total_profit: `+${sum} USDT` } },
    }));
    render(
      <ComponentHost>
        <ShownRowsContext value={rows}>{figureHead('total_profit', 'Result')}</ShownRowsContext>
      </ComponentHost>,
    );
    fireEvent.click(name());
    const said = await tip();
    expect(said.textContent).toContain('+1 USDT');
    fireEvent.change(within(said).getByRole('combobox', { name: 'The values here' }), { target: { value: '2' } });
    expect(said.textContent).toContain('+2 USDT');
  });

  it('of a shared bot’s month has the month’s own values, and no sum of parts that are of its whole life', async () => {
    const month = { ...LOST, profit: '-8.5', profit_rate: '-0.0085' };
    const { container } = render(
      <ComponentHost>
        <BotMetrics bot={LOST} copiers={null} periods={{ month }} />
      </ComponentHost>,
    );
    const texts: string[] = [];
    for (const button of within(container).getAllByRole('button', { name: 'Total profit', hidden: true })) {
      fireEvent.click(button);
      texts.push((await tip()).querySelector('dl')?.textContent ?? '');
      fireEvent.click(button);
    }
    const [life, ofMonth, ...others] = texts;
    expect(others).toEqual([]);
    expect(life).toMatch(/101\.5.*Completed profit.*2\.5.*Position profit.*104/);
    expect(ofMonth).toMatch(/^Total profit\D*8\.50* USDT$/);
  });

  it('of a figure of an earn product leads to the help page of that product', async () => {
    render(
      <ComponentHost>
        <FigureName figure="offered_rate" kind="sell-high" values={{ offered_rate: '12.00%' }}>
          APR
        </FigureName>
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'APR' }));
    const said = await screen.findByRole('dialog', { name: 'Offered rate' });
    const link = within(said).getByRole('link', { name: 'How this product works' });
    expect(link.getAttribute('href')).toBe('/en/help/earn/sell-high');
  });

  it('has its texts on a page that comes without the glossary, of several figures and of a field', async () => {
    render(
      <ComponentHost texts={['common', 'fields']}>
        <FiguresMark figures={['profit_rate', 'drawdown']} kind="spot_grid" name="Card" />
        <FieldHint form={{ definition: definitionOf('spot_grid') }} label="price_type" />
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Card: How these figures are computed' }));
    const said = await screen.findByRole('dialog', { name: 'Profit rate' });
    expect(within(said).getByRole('combobox', { name: 'Figure' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Spacing: ?' }));
    const hint = await screen.findByRole('dialog', { name: 'Spacing' });
    expect(await within(hint).findByRole('combobox', { name: 'Glossary' })).toBeTruthy();
  });

  it('of a leverage has no formula: it is what a bot is set to, of one that holds nothing as well', async () => {
    const flat = strategyRow({ leverage: '5', position: '0', position_value: '0', margin: '0' });
    render(
      <ComponentHost>
        <FigureName figure="leverage" bot={flat}>
          Leverage
        </FigureName>
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Leverage' }));
    const said = await screen.findByRole('dialog', { name: 'Leverage' });
    const values = [...said.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(values).toEqual(['Leverage5X']);
    expect(said.textContent).not.toContain('÷');
  });

  it.each([
    ['a coin-margined contract in its coin', { market: 'BTC_USD', settle: 'btc', money_asset: 'BTC' }, '0.01235 BTC'],
    ['a contract in dollars', { market: 'BTC_USDT', settle: 'usdt', money_asset: 'USDT' }, '0.01 USDT'],
    ['a spot market in what is paid with', { market: 'ETH_BTC', settle: '', money_asset: 'BTC' }, 'BTC'],
  ] as const)('tells the value of a position in %s', async (_name, traded, said) => {
    const bot = strategyRow({ ...traded, position: '812', position_value: '0.01234567' });
    render(
      <ComponentHost>
        <FigureName figure="position_value" bot={bot}>
          Value
        </FigureName>
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Value' }));
    const tipOfValue = await screen.findByRole('dialog', { name: 'Position value' });
    expect(tipOfValue.textContent).toContain(said);
    expect(tipOfValue.textContent).not.toMatch(/USD(?!T)/);
  });

  it('of a card tells of each of its figures, with the card’s own values, by one mark', async () => {
    const shared: SharedBot = {
      strategy_type: 'spot_grid',
      rate: '0.125',
      year_pft_rate: '',
      hold_rate: '',
      max_draw_down: '0.04',
      adj_sharp_rate: '',
      match_times: 12,
      follow_num: 0,
      run_times: 259_200,
      grid_num: '20',
    };
    render(
      <ComponentHost>
        <FiguresMark figures={['profit_rate', 'annualised', 'drawdown']} shared={shared} />
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'How these figures are computed' }));
    const said = await screen.findByRole('dialog', { name: 'Profit rate' });
    expect(said.textContent).toContain('+12.50%');
    const choice = within(said).getByRole('combobox', { name: 'Figure' });
    fireEvent.change(choice, { target: { value: 'drawdown' } });
    expect(screen.getByRole('dialog', { name: 'Max drawdown' }).textContent).toContain('4.00%');
    // What is not known is not there: a bot of three days has no rate a year.
    fireEvent.change(choice, { target: { value: 'annualised' } });
    const values = screen.getByRole('dialog', { name: 'Annualised' }).querySelectorAll('dl > div');
    expect([...values].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Profit rate/),
      expect.stringMatching(/^Run time/),
    ]);
  });

  it.each([
    [
      'the page of a bot',
      <BotTags key="tags" bot={strategyRow({ is_ai: 1, ai_grade: AI_GRADE })} />,
      'AI parameters, grade B',
    ],
    ['a card', <StrategyCard key="card" item={toCardItem(SHARED)} />, 'How these figures are computed'],
  ])('of a grade tells its record as well, on %s', async (_where, shown, mark) => {
    render(<ComponentHost>{shown}</ComponentHost>);
    fireEvent.click(screen.getByRole('button', { name: mark }));
    const choice = screen.queryByRole('combobox', { name: 'Figure' });
    if (choice !== null) fireEvent.change(choice, { target: { value: 'grade' } });
    const said = (await screen.findByRole('dialog', { name: 'Grade' })).textContent;
    for (const part of [
      '+1.23%',
      '-0.45%',
      '+0.67%',
      '+0.11% … +1.44%',
      'Past 7 days',
      '31 cases',
      '+0.88%',
      '+0.22%',
    ]) {
      expect(said).toContain(part);
    }
    expect(said).toContain('So far better grades have not been followed by better weeks');
  });

  it('has no grade of a bot of AI parameters of which nobody knows it', () => {
    render(
      <ComponentHost>
        <BotTags bot={strategyRow({ is_ai: 1 })} />
      </ComponentHost>,
    );
    expect(screen.getByText('AI parameters')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not offered where nothing is computed', () => {
    show(null);
    expect(screen.queryByRole('button', { name: 'Result' })).toBeNull();
    expect(screen.getByText('Result')).toBeTruthy();
  });
});

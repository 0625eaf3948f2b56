// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { ShownBotsContext } from '#components/bots/figures/shown-bots.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

// It loads late; here its loading is nobody's question.
beforeAll(() => import('#components/bots/figures/figure-tip.tsx'));
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
        <ShownBotsContext value={[LOST, other]}>
          <FigureName figure="total_profit">Result</FigureName>
        </ShownBotsContext>
      </ComponentHost>,
    );
    fireEvent.click(name());
    const said = await tip();
    expect(said.textContent).toContain('-101.5');
    fireEvent.change(within(said).getByRole('combobox', { name: 'Bot' }), { target: { value: '77' } });
    expect(said.textContent).not.toContain('-101.5');
    expect(said.textContent).toContain('+12');
  });

  it('is not offered where nothing is computed', () => {
    show(null);
    expect(screen.queryByRole('button', { name: 'Result' })).toBeNull();
    expect(screen.getByText('Result')).toBeTruthy();
  });
});

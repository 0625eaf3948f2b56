// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { screenOf } from '#tests/support/wide-screen.ts';

interface Row {
  readonly id: string;
  readonly profit: string;
}

const drawn: string[] = [];
const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'profit',
    header: 'Profit',
    align: 'end',
    cell: ({ id, profit }) => {
      drawn.push(id);
      return profit;
    },
  },
];
const FIRST = { id: 'first', profit: '1' };
const SECOND = { id: 'second', profit: '2' };
const opened = vi.fn();

function table(rows: readonly Row[]) {
  return (
    <DataTable
      label="Bots"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      onRowClick={opened}
      isOpenable={({ id }) => id === 'first'}
      empty={null}
    />
  );
}

/** As it comes from the server, where there is no screen to ask. */
function served(rows: readonly Row[]): string {
  vi.stubGlobal('window', undefined);
  const html = renderToString(table(rows));
  vi.unstubAllGlobals();
  return html;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  drawn.length = 0;
});

describe('the table', () => {
  it('draws what its screen shows, and not what is hidden on it', () => {
    const page = render(table([FIRST, SECOND]));
    expect(screen.getByRole('table', { name: 'Bots' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Bots' })).toBeNull();
    page.unmount();
    vi.stubGlobal('matchMedia', screenOf(true));
    render(table([FIRST, SECOND]));
    expect(screen.getByRole('list', { name: 'Bots' })).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Bots' })).toBeNull();
  });

  it('is there at every width, on a zoomed screen between two whole pixels as well, and on paper', () => {
    const at =
      (width: number) =>
      (media: string): MediaQueryList => {
        const [, side, px] = /\((min|max)-width: (\d+)px\)/.exec(media) ?? [];
        const is = side === 'min' ? width >= Number(px) : width <= Number(px);
        return { ...screenOf(is !== media.startsWith('not all'))(media) };
      };
    // Styles have their wide look from 768 px on, and the other below: whatever is drawn must not be what they hide.
    for (const [width, look] of [
      [767, 'list'],
      [767.4, 'list'],
      [767.99, 'list'],
      [768, 'table'],
    ] as const) {
      vi.stubGlobal('matchMedia', at(width));
      const page = render(table([FIRST]));
      const drawn = screen.getByRole(look, { name: 'Bots' });
      // A page of paper is narrow, and nobody asks anew what it shows: alone it is hidden by no width.
      expect(drawn.closest('.hidden, [class*="md:hidden"]'), `${width}`).toBeNull();
      page.unmount();
    }
  });

  it('comes from the server in both looks: nobody knows there how wide the screen is', () => {
    const html = served([FIRST]);
    expect(html).toContain('<table aria-label="Bots"');
    expect(html).toContain('<ul aria-label="Bots"');
  });

  it.each([false, true])(
    'wakes as it was served, in the look of its screen alone, and the other one goes (phone: %s)',
    (isPhone) => {
      const container = document.createElement('div');
      container.innerHTML = served([FIRST, SECOND]);
      document.body.append(container);
      const kept = container.querySelector(isPhone ? 'ul' : 'table');
      drawn.length = 0;
      vi.stubGlobal('matchMedia', screenOf(isPhone));
      const mismatches: unknown[] = [];
      render(table([FIRST, SECOND]), {
        container,
        hydrate: true,
        onRecoverableError: (error) => mismatches.push(error),
      });
      expect(mismatches).toEqual([]);
      expect(drawn).toEqual(['first', 'second']);
      expect([...container.querySelectorAll('[aria-label="Bots"]')]).toEqual([kept]);
      container.remove();
    },
  );

  it.each([false, true])('draws the row again that has changed, and no other (phone: %s)', (isPhone) => {
    vi.stubGlobal('matchMedia', screenOf(isPhone));
    const page = render(table([FIRST, SECOND]));
    expect(drawn).toEqual(['first', 'second']);
    drawn.length = 0;
    page.rerender(table([FIRST, { ...SECOND, profit: '3' }]));
    expect(drawn).toEqual(['second']);
    expect(screen.getByText('3')).toBeTruthy();
  });

  it('gives a wide column a line of its own on a card, with its name', () => {
    vi.stubGlobal('matchMedia', screenOf(true));
    const wide: TableColumn<Row> = {
      id: 'coins',
      header: 'Coins',
      onPhone: 'wide',
      cell: () => '0.1 BTC at 50,000 USDT',
    };
    render(<DataTable label="Bots" columns={[...COLUMNS, wide]} rows={[FIRST]} rowKey={({ id }) => id} empty={null} />);
    expect(screen.getByText('0.1 BTC at 50,000 USDT').closest('dl')?.className).not.toContain('grid-cols-2');
    expect(screen.getByText('Coins')).toBeTruthy();
  });

  it.each([false, true])('opens the rows that can be opened (phone: %s)', (isPhone) => {
    vi.stubGlobal('matchMedia', screenOf(isPhone));
    opened.mockClear();
    render(table([FIRST, SECOND]));
    if (isPhone) {
      expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-labelledby'))).toHaveLength(1);
      fireEvent.click(screen.getByRole('button', { name: 'first' }));
    } else {
      const [, first, second] = screen.getAllByRole('row');
      fireEvent.click(second as HTMLElement);
      expect(opened).not.toHaveBeenCalled();
      fireEvent.keyDown(first as HTMLElement, { key: 'Enter' });
    }
    expect(opened.mock.calls).toEqual([[FIRST]]);
  });
});

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { InfoTip } from '#components/ui/info-tip.tsx';

// It loads late; here its loading is nobody's question.
beforeAll(() => import('#components/ui/text-tip.tsx'));
afterEach(cleanup);

/** A figure in a table that scrolls; `at` is where the table and the figure stand in the window now, px. */
function show() {
  const at = { top: 900, left: 100 };
  render(
    <section aria-label="table">
      <InfoTip face="12 %">Made so.</InfoTip>
    </section>,
  );
  const figure = screen.getByRole('button', { name: '12 %' });
  const table = screen.getByRole('region', { name: 'table' });
  vi.spyOn(figure, 'getBoundingClientRect').mockImplementation(() => new DOMRect(at.left, at.top, 60, 32));
  vi.spyOn(table, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, at.top - 100, 390, 300));
  return { at, figure, table };
}

const tip = () => screen.queryByRole('tooltip');
const place = () => tip()?.parentElement?.style.top;

it('a tip goes along with what it explains: the scroll that the focus causes leaves it open', async () => {
  const { at, figure } = show();
  act(() => figure.focus());
  await screen.findByRole('tooltip');
  const before = place();
  at.top = 400;
  fireEvent.scroll(document);
  expect(tip()?.textContent).toBe('Made so.');
  expect(place()).not.toBe(before);
  expect(place()).toBe('396px');
  fireEvent(window, new Event('resize'));
  expect(tip()).not.toBeNull();
});

it.each([
  ['the window', { top: -40 }, () => document],
  ['the table around it', { left: -70 }, (table: HTMLElement) => table],
  ['the table, sideways within the window', { left: 400 }, (table: HTMLElement) => table],
])('a tip is over when what it explains has left %s', async (_what, moved, scrolled) => {
  const { at, figure, table } = show();
  at.top = 400;
  fireEvent.click(figure);
  await screen.findByRole('tooltip');
  Object.assign(at, moved);
  fireEvent.scroll(scrolled(table));
  expect(tip()).toBeNull();
});

it('a tip stays when something else scrolls', async () => {
  const { at, figure } = show();
  at.top = 400;
  fireEvent.click(figure);
  await screen.findByRole('tooltip');
  const other = document.body.appendChild(document.createElement('div'));
  fireEvent.scroll(other);
  other.remove();
  expect(tip()).not.toBeNull();
});

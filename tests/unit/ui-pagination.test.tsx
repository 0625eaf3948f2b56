// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Pagination } from '#components/ui/pagination.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';

afterEach(cleanup);

function Paged() {
  const [page, setPage] = useState(1);
  return (
    <ComponentHost>
      <Pagination page={page} pages={3} onChange={setPage} />
    </ComponentHost>
  );
}

describe('the pages of a table', () => {
  it('are turned by keys alone: the press that leads to the last page keeps its focus, and one more does nothing', () => {
    render(<Paged />);
    const next = screen.getByRole('button', { name: 'Next' });
    const shown = () => screen.getByRole('navigation').textContent;
    next.focus();
    fireEvent.click(next);
    const second = shown();
    fireEvent.click(next);
    const last = shown();
    expect(last).not.toBe(second);
    // A button that is `disabled` hears no key any more, and a browser takes the focus off it.
    expect(next).not.toHaveProperty('disabled', true);
    expect(next.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(next);
    fireEvent.click(next);
    expect(shown()).toBe(last);
  });
});

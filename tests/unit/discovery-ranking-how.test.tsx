// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SortOrder } from '#components/addresses/paths.ts';
import { GrowingList } from '#components/discovery/growing-list.tsx';
import { RankingRules } from '#components/discovery/rankings/ranking.tsx';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import english from '#messages/en/public.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/strategybot/spot_grid' }));
vi.mock('#lib/i18n/fetch-messages.ts', () => import('#tests/support/fetch-messages.ts'));

inOwnTime(
  () => ({ code: 200, message: '', data: [], totalcount: 0, pagecount: 0 }),
  () => undefined,
);

const ORDERS: readonly SortOrder[] = ['default', 'sharpe', 'yield', 'apr'];
const words = english.list.how;
const OF_DEFAULT = [words.score, words.provider, words.listed, words.limit];
const BY_FIGURE = [words.figure, words.shown, words.listed, words.luck];

const said = (): (string | null)[] => screen.getAllByRole('listitem', { hidden: true }).map((one) => one.textContent);

describe('how bots are ranked (H57)', () => {
  it('is said of the order that is shown: of the provider’s bots in the default one alone', () => {
    for (const order of ORDERS) {
      render(
        <ComponentHost>
          <RankingRules order={order} />
        </ComponentHost>,
      );
      expect(said(), order).toEqual(order === 'default' ? OF_DEFAULT : BY_FIGURE);
      cleanup();
    }
  });

  it('changes with the order of a list', async () => {
    render(
      <ComponentHost>
        <GrowingList
          {...{ kind: 'all', order: 'yield', orders: ORDERS, items: [], cards: [], page: 1, pageCount: 1 }}
          isAddressed={false}
        />
      </ComponentHost>,
    );
    await pass(250);
    const note = (): string => document.querySelector('details')?.textContent ?? '';
    expect(note()).toContain(words.shown);
    expect(note()).not.toContain(words.provider);
    fireEvent.click(screen.getByRole('link', { name: english.list.order.default }));
    await pass(250);
    expect(note()).toContain(words.provider);
    expect(note()).not.toContain(words.shown);
  });

  it('says in every language that the seven days are UTC days, and that ended bots stay for 90', () => {
    for (const language of LANGUAGES) {
      const { how } = JSON.parse(readFileSync(`messages/${language}/public.json`, 'utf8')).list;
      expect(how.listed, language).toMatch(/UTC.*90/s);
    }
    expect(words.listed).toContain('since it was first listed');
  });
});

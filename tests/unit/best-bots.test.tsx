import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BestBots } from '#components/discovery/typical/best-bots.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';

/** What stands in the place of a market's best bots: that there is none, or that nobody knows. */

const shown = (items: readonly never[] | null) =>
  renderToStaticMarkup(
    <ComponentHost>
      <BestBots title="Shared bots" items={items} none="Nobody shares such a bot right now." />
    </ComponentHost>,
  );

it('is said to be none where the exchange says so, and not to be known where it says nothing', () => {
  expect(shown([])).toContain('Nobody shares such a bot');
  expect(shown(null)).toContain('This could not be loaded');
  expect(shown(null)).not.toContain('Nobody shares such a bot');
});

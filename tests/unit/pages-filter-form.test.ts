import { describe, expect, it } from 'vitest';
import { filterFormTarget } from '#components/discovery/filter-form-target.ts';
import { readListAddress } from '#components/discovery/list-address.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';

/** Where the form leads, as the page of lists reads it; null: to no page. */
function listOf(query: string) {
  const [, lang = '', , kind = '', ...list] = filterFormTarget('en', new URLSearchParams(query)).split('/');
  return readListAddress({ lang, kind, list });
}

describe('the form of the filters', () => {
  it('leads to a list that there is, whatever kind is chosen from whatever order (C-050, C-051)', () => {
    for (const kind of ['all', ...CREATABLE_KINDS])
      for (const order of ['default', 'sharpe', 'yield', 'apr', 'none'])
        expect(listOf(`kind=${kind}&order=${order}&fall=0.1`), `${kind} ${order}`).not.toBeNull();
    expect(listOf('kind=spot_grid&order=sharpe&open=1')).toMatchObject({ order: 'sharpe', kind: 'spot_grid' });
  });
});

import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { readListAddress } from '#components/discovery/list-address.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { GET } from '../../app/[lang]/strategybot/filter/route.ts';

/** Where the form leads, as the page of lists reads it; null: to no page. */
async function listOf(query: string) {
  const request = new NextRequest(`http://localhost/en/strategybot/filter?${query}`);
  const response = await GET(request, { params: Promise.resolve({ lang: 'en' }) });
  expect(response.status).toBe(303);
  const [, lang = '', , kind = '', ...list] = (response.headers.get('location') ?? '').split('/');
  return readListAddress({ lang, kind, list });
}

describe('the form of the filters', () => {
  it('leads to a list that there is, whatever kind is chosen from whatever order (C-050, C-051)', async () => {
    for (const kind of ['all', ...CREATABLE_KINDS])
      for (const order of ['default', 'sharpe', 'yield', 'apr', 'none'])
        expect(await listOf(`kind=${kind}&order=${order}&fall=0.1`), `${kind} ${order}`).not.toBeNull();
    expect(await listOf('kind=spot_grid&order=sharpe&open=1')).toMatchObject({ order: 'sharpe', kind: 'spot_grid' });
  });
});

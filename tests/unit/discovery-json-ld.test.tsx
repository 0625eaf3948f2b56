import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BreadcrumbLd, FaqLd, ItemListLd } from '#components/discovery/json-ld.tsx';
import { wrongOfJsonLd } from '#tests/support/json-ld.ts';

const crumbs = [
  { name: 'Trading bots', url: 'https://bots.example/en/strategybot' },
  { name: '</script><b>', url: 'https://bots.example/en/strategybot/spot_grid' },
];
const block = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const list = (type: string, ...items: object[]) =>
  block({ '@context': 'https://schema.org', '@type': type, itemListElement: items });
const item = (position: number, more: object = { item: 'https://a.example/' }) => ({
  ...{ '@type': 'ListItem', position, name: 'One' },
  ...more,
});

describe('structured data', () => {
  it('is what schema.org’s types are, whatever a name holds', () => {
    expect(wrongOfJsonLd(renderToStaticMarkup(<BreadcrumbLd crumbs={crumbs} />))).toEqual([]);
    expect(wrongOfJsonLd(renderToStaticMarkup(<ItemListLd name="Bots" items={crumbs} firstPosition={16} />))).toEqual(
      [],
    );
  });

  it('of questions has each with its answer', () => {
    const html = renderToStaticMarkup(
      <FaqLd questions={[{ question: 'What does it do?', answer: 'It buys <low>.' }]} />,
    );
    expect(wrongOfJsonLd(html)).toEqual([]);
    expect(wrongOfJsonLd(renderToStaticMarkup(<FaqLd questions={[]} />))).not.toEqual([]);
    expect(wrongOfJsonLd(renderToStaticMarkup(<FaqLd questions={[{ question: 'Why?', answer: '' }]} />))).not.toEqual(
      [],
    );
  });

  it('says nothing of a list without entries, and of a way of one step', () => {
    expect(renderToStaticMarkup(<ItemListLd name="Bots" items={[]} />)).toBe('');
    expect(renderToStaticMarkup(<BreadcrumbLd crumbs={crumbs.slice(0, 1)} />)).toBe('');
  });

  it.each([
    [
      'another context',
      block({ '@context': 'http://example.com', '@type': 'BreadcrumbList', itemListElement: [item(1), item(2)] }),
    ],
    ['no JSON', '<script type="application/ld+json">{</script>'],
    ['an unknown type', list('Product', item(1))],
    ['nothing in it', list('BreadcrumbList')],
    ['a gap', list('BreadcrumbList', item(1), item(3))],
    ['a breadcrumb from 2', list('BreadcrumbList', item(2), item(3))],
    ['a breadcrumb of one step', list('BreadcrumbList', item(1))],
    ['a step that leads nowhere', list('BreadcrumbList', item(1), item(2, {}))],
    ['an address without a host', list('ItemList', item(1, { url: '/en' }))],
    ['a property that the type has not', list('ItemList', item(1, { url: 'https://a.example/', price: 1 }))],
    ['an empty name', list('ItemList', item(1, { url: 'https://a.example/', name: ' ' }))],
  ])('is told apart from what is not: %s', (_what, html) => {
    expect(wrongOfJsonLd(html)).not.toEqual([]);
  });
});

/** Structured data for search engines. `<` is escaped, so that no text in it can end the element. */
export function JsonLd({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with < escaped; a data block, never run
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** The way from the landing page to this one. */
export function BreadcrumbLd({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  // A single step leads from nowhere: search engines take it for no way.
  if (crumbs.length < 2) return null;
  return (
    <JsonLd
      data={{
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, url }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: url,
        })),
      }}
    />
  );
}

export interface Answered {
  readonly question: string;
  /** Word for word as it stands on the page. */
  readonly answer: string;
}

/** Questions that stand on a page with their answers. */
export function FaqLd({ questions }: { readonly questions: readonly Answered[] }) {
  return (
    <JsonLd
      data={{
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      }}
    />
  );
}

/** A page that explains something. */
export function ArticleLd({
  title,
  description,
  language,
  url,
}: {
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly url: string;
}) {
  return <JsonLd data={{ '@type': 'TechArticle', headline: title, description, inLanguage: language, url }} />;
}

/** A ranked list of pages. `firstPosition` counts from 1 over all pages of the list. */
export function ItemListLd({
  name,
  items,
  firstPosition = 1,
}: {
  readonly name: string;
  readonly items: readonly Crumb[];
  readonly firstPosition?: number;
}) {
  // A list of nothing is none by schema.org's rules.
  if (items.length === 0) return null;
  return (
    <JsonLd
      data={{
        '@type': 'ItemList',
        name,
        itemListElement: items.map((item, index) => ({
          '@type': 'ListItem',
          position: firstPosition + index,
          name: item.name,
          url: item.url,
        })),
      }}
    />
  );
}

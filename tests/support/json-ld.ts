/** What is wrong with a page's structured data, by the rules of schema.org's types that the product uses and what search engines require of them. */
export function wrongOfJsonLd(html: string): string[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.flatMap(([, text = '']) => wrongOfBlock(text));
}

type Properties = Readonly<Record<string, unknown>>;

function wrongOfBlock(text: string): string[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return [`no JSON: ${text.slice(0, 80)}`];
  }
  if (!isProperties(data)) return ['a block is an object'];
  const { '@context': context, ...rest } = data;
  return [...(context === 'https://schema.org' ? [] : [`@context ${String(context)}`]), ...wrongOfThing(rest)];
}

function isProperties(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value);

/** Properties of each type: a rule for each that it may have, and those that it has to have. */
const TYPES: Readonly<
  Record<
    string,
    { readonly may: Readonly<Record<string, (value: unknown) => boolean>>; readonly must: readonly string[] }
  >
> = {
  BreadcrumbList: { may: { itemListElement: isItems }, must: ['itemListElement'] },
  ItemList: { may: { name: isText, itemListElement: isItems }, must: ['itemListElement'] },
  TechArticle: {
    may: { headline: isText, description: isText, inLanguage: isText, url: isAddress },
    must: ['headline', 'description', 'url'],
  },
  FAQPage: { may: { mainEntity: (value) => areAll('Question', value) }, must: ['mainEntity'] },
  Question: {
    may: { name: isText, acceptedAnswer: (value) => areAll('Answer', [value]) },
    must: ['name', 'acceptedAnswer'],
  },
  Answer: { may: { text: isText }, must: ['text'] },
  ListItem: {
    may: {
      position: (value) => Number.isInteger(value) && (value as number) >= 1,
      name: isText,
      item: isAddress,
      url: isAddress,
    },
    must: ['position', 'name'],
  },
};

/** One at least, all of this type and right by its rules. */
function areAll(type: string, value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isProperties(one) && one['@type'] === type && wrongOfThing(one).length === 0)
  );
}

function isItems(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => isProperties(one) && one['@type'] === 'ListItem')
  );
}

function wrongOfThing({ '@type': type, ...properties }: Properties): string[] {
  const rules = TYPES[String(type)];
  if (rules === undefined) return [`@type ${String(type)} has no rules here`];
  const wrong = rules.must.filter((name) => properties[name] === undefined).map((name) => `${type} without ${name}`);
  for (const [name, value] of Object.entries(properties)) {
    const rule = rules.may[name];
    if (rule === undefined) wrong.push(`${type} has no ${name}`);
    else if (!rule(value)) wrong.push(`${type}.${name}: ${JSON.stringify(value)?.slice(0, 80)}`);
  }
  const { itemListElement: items } = properties;
  if (!Array.isArray(items)) return wrong;
  for (const [at, item] of items.entries()) {
    if (!isProperties(item)) continue;
    wrong.push(...wrongOfThing(item));
    const before = items[at - 1] as Properties | undefined;
    if (before !== undefined && item.position !== (before.position as number) + 1)
      wrong.push(`${type}: positions in a row`);
    // A breadcrumb leads somewhere with every step, a list of pages names each one’s address.
    const leads = type === 'BreadcrumbList' ? item.item : item.url;
    if (leads === undefined) wrong.push(`${type}: an item without an address`);
  }
  if (type === 'BreadcrumbList' && (items[0] as Properties | undefined)?.position !== 1)
    wrong.push('a breadcrumb begins at 1');
  if (type === 'BreadcrumbList' && items.length < 2) wrong.push('a breadcrumb of one step');
  return wrong;
}

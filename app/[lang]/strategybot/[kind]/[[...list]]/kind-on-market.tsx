import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { detailPath, kindPath, landingPath, marketPath } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { toCardItem } from '#components/discovery/card-item.ts';
import { CreateLink } from '#components/discovery/create-link.tsx';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import type { ListAddressParams } from '#components/discovery/list-address.ts';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { BestBots } from '#components/discovery/typical/best-bots.tsx';
import { isOfOneDay, replayedUntil } from '#components/discovery/typical/compared-day.ts';
import { KindsOfMarket, MarketsOfKind } from '#components/discovery/typical/typical-links.tsx';
import { TypicalSections } from '#components/discovery/typical/typical-sections.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { publicUrl } from '#server/settings/env.ts';
import { problemMetadata } from '../../../_readings/problem-metadata.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { readMarketPage } from '../../_readings/market-page.ts';
import { isMarketName, isTypicalSaid, mayHaveTypical, readTypical, replayedOver } from '../../_readings/typical.ts';

interface KindOnMarket {
  readonly language: Language;
  readonly kind: RunnableKind;
  readonly market: string;
}

/** Reads /{kind}/{market}; null for what is no such address. */
export function readKindOnMarket({ lang, kind, list = [] }: ListAddressParams): KindOnMarket | null {
  const [market] = list;
  if (!isLanguage(lang) || !isCreatable(kind) || list.length !== 1 || !isMarketName(market)) return null;
  return { language: lang, kind, market };
}

export function kindOnMarketMetadata(address: KindOnMarket): Promise<Metadata> {
  return metadataOf(address).catch(problemMetadata);
}

async function metadataOf(address: KindOnMarket): Promise<Metadata> {
  const { kind, market } = address;
  const there = await readMarketPage(kind, market);
  if (there === null) return notFoundMetadata();
  const t = await getTranslations('pages.typical');
  const words = {
    kind: (await getTranslations('public.kind'))(`${kind}.name`),
    market: market.replace('_', '/'),
    ...replayedOver(there.rows, address.language),
  };
  return pageMetadata(
    { baseUrl: publicUrl(), language: address.language, pathIn: (one) => marketPath(one, market, kind) },
    // Without a figure there is nothing to say that the strategy's own page does not.
    {
      title: t('metaTitle', words),
      description: t('metaDescription', words),
      isIndexed: await mayHaveTypical(kind, market),
    },
  );
}

/** What bots of a kind did on a market: a typical one replayed, and the best that are shared. */
export async function KindOnMarketPage({ address }: { readonly address: KindOnMarket }) {
  const { language, kind, market } = address;
  const there = await readMarketPage(kind, market);
  if (there === null) notFound();
  const [t, texts, common, ofKind, ofMarket, isSaid] = await Promise.all([
    getTranslations('pages.typical'),
    getTranslations('public'),
    getTranslations('common.state'),
    readTypical(kind, null),
    readTypical(null, market),
    isTypicalSaid(kind, market),
  ]);
  const { rows } = there;
  // A kind may stand here twice, on the market and on its contract.
  const elsewhere = ofKind.filter((row) => row.market !== market);
  const others = ofMarket.filter((row) => row.strategy_type !== kind);
  const items = there.bots?.map(toCardItem) ?? null;
  const words = { kind: texts(`kind.${kind}.name`), market: market.replace('_', '/') };
  // Of different days each result says its own.
  const day = isOfOneDay(rows) ? replayedUntil(rows, language) : '';
  return (
    <main className="mx-auto max-w-[1440px] px-4 pt-2">
      <Breadcrumb
        baseUrl={publicUrl()}
        crumbs={[
          { name: texts('shell.back'), path: landingPath(language) },
          { name: words.kind, path: kindPath(language, kind) },
          { name: words.market, path: marketPath(language, market, kind) },
        ]}
      />
      <ItemListLd
        name={t('best', words)}
        items={(items ?? []).map((item) => ({
          name: itemName(texts, item),
          url: `${publicUrl()}${detailPath(language, item)}`,
        }))}
      />
      <PageMessages namespaces={['common']} publicParts={['age', 'card', 'kind.*.name']}>
        <header className="mb-4 flex flex-wrap items-end justify-between gap-4">
          <div className="max-w-180">
            <h1 className="text-2xl font-semibold">{t('title', words)}</h1>
            <p className="mt-1 text-sm text-ink-2">{day === '' ? texts(`kind.${kind}.text`) : t('lead', { day })}</p>
          </div>
          <CreateLink kind={kind} market={market} className={buttonClass('primary')}>
            {t('create')}
          </CreateLink>
        </header>
        <FiguresAge atMs={figuresAtMs()} />
        {rows.length === 0 && <p className="panel p-4 text-sm text-ink-2">{isSaid ? t('notYet') : common('error')}</p>}
        <TypicalSections rows={rows} kind={kind} kindName={words.kind} />
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <Words title={t('how')}>{t('howText')}</Words>
          <Words title={t('risk')}>{texts(`kind.${kind}.guide.risk`)}</Words>
        </div>
        <BestBots title={t('best', words)} items={items} none={t('none')} />
        <Elsewhere title={t('markets', words)} hint={t('byMarketHint')} isShown={elsewhere.length > 0}>
          <MarketsOfKind rows={elsewhere} />
        </Elsewhere>
        <Elsewhere title={t('kinds', words)} hint={t('byMarketHint')} isShown={others.length > 0}>
          <KindsOfMarket rows={others} />
        </Elsewhere>
      </PageMessages>
      <LanguageLinks language={language} pathIn={(one) => marketPath(one, market, kind)} />
    </main>
  );
}

function Words({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      <p className="text-sm text-ink-2">{children}</p>
    </section>
  );
}

/** `hint`: what the figures beside the links are of. */
function Elsewhere({
  title,
  hint,
  isShown,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}) {
  if (!isShown) return null;
  return (
    <nav aria-label={title} className="mt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mb-3 text-xs text-ink-3">{hint}</p>
      {children}
    </nav>
  );
}

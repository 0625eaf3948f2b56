import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { detailPath, kindPath, landingPath } from '#components/addresses/paths.ts';
import { tradedByRow } from '#components/bots/traded-name.ts';
import { BotHeader } from '#components/discovery/bot-header.tsx';
import { BotParts } from '#components/discovery/bot-parts.tsx';
import { tradeCount } from '#components/discovery/bot-tags.tsx';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { CopyParameters } from '#components/discovery/copy-parameters.tsx';
import { durationWords } from '#components/discovery/duration-words.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { RecentTrades } from '#components/discovery/recent-trades.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { publicUrl } from '#server/settings/env.ts';
import { problemMetadata } from '../../../../_readings/problem-metadata.ts';
import { figuresAtMs } from '../../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../../not-found-metadata.ts';
import { readSharedBot, readSharedRow } from '../../../_readings/shared-bot.ts';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a bot fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; type: string; id: string }>;
}

/** Addresses under which a bot's page is cached; what is seen is /strategybot/detail?id=&type=&name= (C-027). */
function addressOf(row: StrategyRow) {
  return { strategy_id: row.strategy_id, strategy_type: row.strategy_type, anonymous: row.user_info.anonymous };
}

function kindName(t: Awaited<ReturnType<typeof getTranslations<'public'>>>, row: StrategyRow): string {
  return isCreatable(row.strategy_type) ? t(`kind.${row.strategy_type}.name`) : row.strategy_type;
}

export function generateMetadata(props: Props): Promise<Metadata> {
  return botMetadata(props).catch(problemMetadata);
}

async function botMetadata({ params }: Props): Promise<Metadata> {
  const { lang, type, id } = await params;
  const row = isLanguage(lang) ? await readSharedRow(type, id) : null;
  if (row === null || !isLanguage(lang)) return notFoundMetadata();
  const t = await getTranslations('public');
  const time = await getTranslations('common.duration');
  const { key, values } = durationWords(row.run_times);
  const [counted, count] = tradeCount(row);
  const words = {
    market: tradedByRow(row),
    kind: kindName(t, row),
    rate: formatPercent(row.profit_rate, { locale: lang, isSigned: true }),
    // Whether it still runs is the first that somebody wants to know of it.
    ran: t(row.finish_time > 0 ? 'card.ranUntilEnd' : 'card.ran', { duration: time(key, { ...values }) }),
    drawDown: formatPercent(row.max_draw_down, { locale: lang }),
    sharpe: formatNumber(row.adj_sharp_rate, { locale: lang, decimals: 2 }),
    // Under the name that its kind counts by, as the page has it (C-118): of what no grid is there are no matches.
    traded: t(`detail.${counted}`, { count }),
  };
  return pageMetadata(
    { baseUrl: publicUrl(), language: lang, pathIn: (language) => detailPath(language, addressOf(row)) },
    {
      title: t('detail.metaTitle', words),
      description: t('detail.description', words),
      imagePath: `${landingPath(lang)}/detail/${row.strategy_type}/${row.strategy_id}/opengraph-image`,
    },
  );
}

/** A shared bot, whole in the HTML. Unknown, hidden and malformed ones are 404. */
export default async function SharedBotPage({ params }: Props) {
  const { lang, type, id } = await params;
  const bot = isLanguage(lang) ? await readSharedBot(type, id) : null;
  if (bot === null || !isLanguage(lang)) notFound();
  const { row, trades, priceDecimals } = bot;
  const t = await getTranslations('public');
  const language: Language = lang;
  return (
    <main className="mx-auto max-w-[1440px] px-4 pt-2">
      <Breadcrumb
        baseUrl={publicUrl()}
        crumbs={[
          { name: t('shell.back'), path: landingPath(language) },
          ...(isCreatable(row.strategy_type)
            ? [{ name: kindName(t, row), path: kindPath(language, row.strategy_type) }]
            : []),
          { name: tradedByRow(row), path: detailPath(language, addressOf(row)) },
        ]}
      />
      <PageMessages namespaces={['common']} publicParts={['detail', 'age', 'card.hold']}>
        <BotHeader bot={row} payload={row.payload} />
        <div className="mt-4">
          <BotParts bot={bot} copyParameters={<CopyParameters bot={row} payload={row.payload} />} />
        </div>
        <div className="mt-3">
          <RecentTrades trades={trades} bot={row} priceDecimals={priceDecimals} />
        </div>
        <div className="py-4 text-center text-2xs text-ink-3">
          <FiguresAge atMs={figuresAtMs()} />
          <p>{t('detail.disclaimer')}</p>
        </div>
      </PageMessages>
      <LanguageLinks language={language} pathIn={(one) => detailPath(one, addressOf(row))} />
    </main>
  );
}

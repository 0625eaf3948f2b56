'use client';

import { useLocale, useTranslations } from 'next-intl';
import { detailPath } from '#components/addresses/paths.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { summaryText } from '#components/create/summary-text.ts';
import { CreateLink } from '#components/discovery/create-link.tsx';
import { useKindText } from '#components/discovery/kind-text.ts';
import { useDuration } from '#components/discovery/use-duration.ts';
import { useFieldText } from '#components/form/use-issue-text.ts';
import { Badge } from '#components/ui/badge.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatPercent } from '#lib/money/display.ts';
import { marketKindOf } from '#lib/money/market-spec.ts';
import { fitTo, rateAt, type Studied, worstCase } from './choose-proposals.ts';
import { ProposalMoves, ProposalReplays } from './proposal-figures.tsx';
import type { MarketView } from './start-answers.ts';

/** The move that the plain words are about, percent. */
const TOLD_MOVE = 10;

/** Where it is from and what speaks for it, with the figures that say so. */
function OriginLine({ bot: { origin, kind } }: { readonly bot: Studied }) {
  const t = useTranslations('start.card');
  const language = useLocale();
  const figures = useFigures();
  const duration = useDuration();
  if (origin.by === 'ai') {
    const { judged } = origin;
    const figuresOf = { rate: figures.change(judged.held_out_rate), hold: figures.change(judged.hold_rate) };
    return (
      <p>
        <Badge>{t('ai', { grade: judged.grade })}</Badge> {t('aiText', { weeks: judged.folds.length, ...figuresOf })}
      </p>
    );
  }
  const { strategy_id, anonymous, nickname, runSeconds, rate } = origin;
  return (
    <p>
      <Badge>{t('bot', { name: nickname })}</Badge>{' '}
      {t('botText', { duration: duration(runSeconds), rate: figures.change(rate) })}{' '}
      <a
        href={detailPath(language, { strategy_id, strategy_type: kind, anonymous })}
        className="text-accent underline-offset-2 hover:underline"
      >
        {t('seeBot')}
      </a>
    </p>
  );
}

/** What it does when the price moves, in words that follow from what the engine did. */
function DoesLine({ bot, view }: { readonly bot: Studied; readonly view: MarketView }) {
  const t = useTranslations('start.card');
  const locale = useLocale();
  const figures = useFigures();
  const [rise, fall] = [rateAt(bot, TOLD_MOVE), rateAt(bot, -TOLD_MOVE)];
  const values = {
    rise: figures.change(rise.toFixed(8)),
    fall: figures.change(fall.toFixed(8)),
    move: formatPercent(String(TOLD_MOVE / 100), { locale, decimals: 0 }),
  };
  return (
    <>
      <p>
        {t('does.moves', values)}{' '}
        {rise <= 0 && fall <= 0 && KIND_FACTS[bot.kind].profits !== 'realised' && t('does.between')}
      </p>
      {view === 'falling' && fitTo(view, bot) !== 0 && <p className="text-warn">{t('waits')}</p>}
    </>
  );
}

function WorstLine({ bot }: { readonly bot: Studied }) {
  const t = useTranslations('start.card');
  const locale = useLocale();
  const { loss, where } = worstCase(bot);
  const percent = (fraction: number, decimals: number): string =>
    formatPercent(fraction.toFixed(8), { locale, decimals });
  const words = (): string => {
    if ('replayDays' in where) return t('where.replay', { days: where.replayDays });
    const move = Number(where.moveId) / 100;
    return t(move < 0 ? 'where.fall' : 'where.rise', { percent: percent(Math.abs(move), 0) });
  };
  return (
    <Notice tone="warn">
      <strong className="font-semibold">{t('worst')}.</strong>{' '}
      <span data-worst={loss}>{t('worstText', { loss: percent(loss, 2), where: words() })}</span> {t('beyond')}
    </Notice>
  );
}

/** Where it would be liquidated, of bots that can be. */
function LiquidationLines({ bot: { kind, liquidation, spec } }: { readonly bot: Studied }) {
  const t = useTranslations('start.card');
  const text = useFieldText();
  const locale = useLocale();
  if (liquidation.length === 0) return null;
  return (
    <div className="text-xs" data-liquidation>
      <p className="text-warn">{t('leverage')}</p>
      <dl className="mt-1 flex flex-col gap-1">
        {liquidation.map((row) => (
          <div key={row.label} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-ink-3">
              <FigureName
                figure={SUMMARY_FIGURES[row.label] ?? null}
                kind={kind}
                values={{ liquidation: `${summaryText(row, spec, locale)} ${row.unit}` }}
              >
                {text(row.label) ?? row.label}
              </FigureName>
            </dt>
            <dd className="tabular-nums">
              {summaryText(row, spec, locale)} <span className="text-ink-3">{row.unit}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** One proposal: what it is and where from, what it would have done, what could go wrong, and the way into the form. */
export function ProposalCard({
  bot,
  number,
  view,
}: {
  readonly bot: Studied;
  readonly number: number;
  readonly view: MarketView;
}) {
  const t = useTranslations('start.card');
  const kindText = useKindText();
  const { kind, spec } = bot;
  const name = kindText(kind, 'name');
  return (
    <article
      aria-label={t('label', { number, kind: name })}
      data-proposal={bot.id}
      className="panel flex flex-col gap-3 p-4"
    >
      <header>
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          {name} <MarketName market={spec.market} />
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{kindText(kind, 'text')}</p>
      </header>
      <div className="flex flex-col gap-1.5 text-sm text-ink-2">
        <OriginLine bot={bot} />
        <DoesLine bot={bot} view={view} />
      </div>
      <WorstLine bot={bot} />
      <div className="grid gap-4 md:grid-cols-2">
        <ProposalReplays bot={bot} />
        <ProposalMoves bot={bot} />
      </div>
      <LiquidationLines bot={bot} />
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-3">
        <CreateLink
          kind={kind}
          market={spec.market}
          type={marketKindOf(spec)}
          payload={bot.payload}
          className={buttonClass('primary')}
        >
          {t('fill')}
        </CreateLink>
        <p className="min-w-0 text-xs text-ink-3">{t('fillHint')}</p>
      </footer>
    </article>
  );
}

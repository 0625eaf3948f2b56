'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, useContext, useEffect, useId, useRef, useState } from 'react';
import { glossaryPath, helpPath } from '#components/addresses/help-paths.ts';
import { Anchored } from '#components/ui/anchored.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { FIGURES, type FigureId, formulaParts, type TermId } from '#lib/figures/figures.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import type { FigureOf } from './figure-of.ts';
import { Formula } from './formula.tsx';
import { ShownBotsContext } from './shown-bots.ts';
import { useBotValues } from './use-bot-values.ts';
import { useTermWords } from './use-term-words.ts';

interface Props {
  readonly figure: FigureId;
  readonly of: FigureOf;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Closed by Escape – which then closes nothing around it –, by a press elsewhere, and when the focus leaves it; the focus goes back to the name. */
function useClosing(tip: RefObject<HTMLElement | null>, { anchor, onClose }: Pick<Props, 'anchor' | 'onClose'>): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const isOutside = (target: EventTarget | null): boolean =>
      !(target instanceof Node && (tip.current?.contains(target) || anchor.current?.contains(target)));
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current();
      anchor.current?.focus({ preventScroll: true });
    };
    const away = ({ target }: Event): void => {
      if (isOutside(target)) latest.current();
    };
    // On the window, before a dialog that listens on the document.
    window.addEventListener('keydown', key, true);
    window.addEventListener('pointerdown', away, true);
    window.addEventListener('focusin', away, true);
    return () => {
      window.removeEventListener('keydown', key, true);
      window.removeEventListener('pointerdown', away, true);
      window.removeEventListener('focusin', away, true);
    };
  }, [anchor, tip]);
}

/** How a figure is computed: what it is, its formula, the values of this bot, and where more stands. */
export function FigureTip(props: Props) {
  const { figure, anchor, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const title = useId();
  useClosing(box, props);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <Anchored anchor={anchor} onGone={onClose} isInDialog className="w-80">
      <div ref={box} role="dialog" aria-labelledby={title} tabIndex={-1} data-figure={figure} className="outline-none">
        <WithTexts namespaces={['glossary', 'backtests']} fallback={<Skeleton className="h-24 w-full" />}>
          <Said {...props} titleId={title} />
        </WithTexts>
      </div>
    </Anchored>
  );
}

function Said({ figure, of, titleId }: Props & { readonly titleId: string }) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const language = useLocale();
  const shown = useContext(ShownBotsContext);
  const [chosen, setChosen] = useState('');
  const bot = of.bot ?? shown?.find((one) => String(one.strategy_id) === chosen) ?? shown?.[0];
  const link = 'flex min-h-11 items-center text-accent hover:underline md:min-h-8';
  return (
    <>
      <p id={titleId} className="font-medium">
        {words.name(figure)}
      </p>
      <p className="mt-1 text-ink-2">{words.text(figure)}</p>
      {FIGURES[figure] !== '' && (
        <p className="mt-2 text-ink-1">
          <Formula figure={figure} />
        </p>
      )}
      {of.bot === undefined && shown !== undefined && shown.length > 1 && (
        <Select
          label={t('bot')}
          value={String(bot?.strategy_id ?? '')}
          onChange={setChosen}
          options={shown.map((one) => ({
            value: String(one.strategy_id),
            label: `${one.market.replace('_', '/')} ${one.strategy_name}`,
          }))}
          className="mt-2 w-full"
        />
      )}
      {bot === undefined ? (
        <Values figure={figure} values={of.values ?? {}} />
      ) : (
        <BotValues figure={figure} bot={bot} />
      )}
      <p className="mt-1 flex flex-wrap gap-x-4">
        <a href={glossaryPath(language, figure)} target="_blank" rel="noopener" className={link}>
          {t('glossary')}
        </a>
        {bot !== undefined && isCreatable(bot.strategy_type) && (
          <a href={helpPath(language, bot.strategy_type)} target="_blank" rel="noopener" className={link}>
            {t('help')}
          </a>
        )}
      </p>
    </>
  );
}

function BotValues({ figure, bot }: { readonly figure: FigureId; readonly bot: StrategyRow }) {
  return <Values figure={figure} values={useBotValues(bot)} />;
}

/** The figure and what its formula has, as far as it is known here. */
function Values({
  figure,
  values,
}: {
  readonly figure: FigureId;
  readonly values: Readonly<Partial<Record<TermId, string>>>;
}) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const terms = [figure, ...formulaParts(figure).flatMap((part) => ('term' in part ? [part.term] : []))];
  const known = [...new Set(terms)].flatMap((term) => {
    const value = values[term];
    return value === undefined ? [] : [{ term, value }];
  });
  if (known.length === 0) return null;
  return (
    <dl aria-label={t('values')} className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t pt-2">
      {known.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{words.name(term)}</dt>
          <dd className="text-end tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, useContext, useEffect, useId, useRef, useState } from 'react';
import { glossaryPath, helpPath } from '#components/addresses/help-paths.ts';
import { Anchored } from '#components/ui/anchored.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formulaParts, hasFormula, type TermId } from '#lib/figures/figures.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { MASKED_FIGURE, NO_FIGURE } from '#lib/money/display.ts';
import type { FigureOf, FigureValues, SharedBot } from './figure-of.ts';
import { Formula } from './formula.tsx';
import { GradeRecord } from './grade-record.tsx';
import { ShownRowsContext } from './shown-rows.ts';
import { useBotValues } from './use-bot-values.ts';
import { useSharedValues } from './use-shared-values.ts';
import { useTermWords } from './use-term-words.ts';

interface Props {
  /** The first is shown, the others by choice. */
  readonly figures: readonly [TermId, ...TermId[]];
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
  const { figures, anchor, onClose } = props;
  const [chosen, setChosen] = useState<TermId>(figures[0]);
  const box = useRef<HTMLDivElement>(null);
  const title = useId();
  useClosing(box, props);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <Anchored anchor={anchor} onGone={onClose} isInDialog className="w-80">
      <div ref={box} role="dialog" aria-labelledby={title} tabIndex={-1} data-figure={chosen} className="outline-none">
        <WithTexts namespaces={['glossary', 'backtests']} fallback={<Skeleton className="h-24 w-full" />}>
          {figures.length > 1 && <FigureChoice figures={figures} chosen={chosen} onChoose={setChosen} />}
          <Said figure={chosen} of={props.of} titleId={title} />
        </WithTexts>
      </div>
    </Anchored>
  );
}

function FigureChoice({
  figures,
  chosen,
  onChoose,
}: Pick<Props, 'figures'> & { readonly chosen: TermId; readonly onChoose: (figure: TermId) => void }) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  return (
    <Select
      label={t('figure')}
      value={chosen}
      onChange={onChoose}
      options={figures.map((figure) => ({ value: figure, label: words.name(figure) }))}
      isWhole
      className="mb-2 w-full"
    />
  );
}

function Said({ figure, of: own, titleId }: Pick<Props, 'of'> & { readonly figure: TermId; readonly titleId: string }) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const language = useLocale();
  const shown = useContext(ShownRowsContext);
  const [chosen, setChosen] = useState('');
  const isOfRows = shown !== undefined && Object.values(own).every((one) => one === undefined);
  const row = isOfRows ? (shown.find(({ key }) => key === chosen) ?? shown[0]) : undefined;
  const of = row?.of ?? own;
  const kind = of.bot?.strategy_type ?? of.shared?.strategy_type ?? of.kind;
  const grade = (of.bot ?? of.shared)?.ai_grade;
  const link = 'flex min-h-11 items-center text-accent hover:underline md:min-h-8';
  return (
    <>
      <p id={titleId} className="font-medium">
        {words.name(figure)}
      </p>
      <p className="mt-1 text-ink-2">{words.text(figure)}</p>
      {hasFormula(figure) && (
        <p className="mt-2 text-ink-1">
          <Formula figure={figure} />
        </p>
      )}
      {row !== undefined && shown !== undefined && shown.length > 1 && (
        <Select
          label={t(of.bot === undefined ? 'values' : 'bot')}
          value={row.key}
          onChange={setChosen}
          options={shown.map(({ key, name }) => ({ value: key, label: name }))}
          isWhole
          className="mt-2 w-full"
        />
      )}
      <OwnValues figure={figure} of={of} />
      {figure === 'grade' && grade !== undefined && kind !== undefined && <GradeRecord grade={grade} kind={kind} />}
      <p className="mt-1 flex flex-wrap gap-x-4">
        <a href={glossaryPath(language, figure)} target="_blank" rel="noopener" className={link}>
          {t('glossary')}
        </a>
        {kind !== undefined && isCreatable(kind) && (
          <a href={helpPath(language, kind)} target="_blank" rel="noopener" className={link}>
            {t('help')}
          </a>
        )}
      </p>
    </>
  );
}

function OwnValues({ figure, of: { bot, shared, values = {} } }: Pick<Props, 'of'> & { readonly figure: TermId }) {
  if (bot !== undefined) return <BotValues figure={figure} bot={bot} values={values} />;
  if (shared !== undefined) return <SharedValues figure={figure} bot={shared} />;
  return <Values figure={figure} values={values} />;
}

function BotValues({
  figure,
  bot,
  values,
}: {
  readonly figure: TermId;
  readonly bot: StrategyRow;
  readonly values: FigureValues;
}) {
  return <Values figure={figure} values={{ ...useBotValues(bot), ...values }} />;
}

function SharedValues({ figure, bot }: { readonly figure: TermId; readonly bot: SharedBot }) {
  return <Values figure={figure} values={useSharedValues(bot)} />;
}

/** Of what is not known, or kept from this viewer. */
const UNTOLD: readonly string[] = ['', NO_FIGURE, MASKED_FIGURE];

/** The figure and what its formula has, as far as it is known here. */
function Values({ figure, values }: { readonly figure: TermId; readonly values: FigureValues }) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const terms = [figure, ...formulaParts(figure).flatMap((part) => ('term' in part ? [part.term] : []))];
  const known = [...new Set(terms)].flatMap((term) => {
    const value = values[term];
    return value === undefined || UNTOLD.includes(value) ? [] : [{ term, value }];
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

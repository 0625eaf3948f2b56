'use client';

import { useTranslations } from 'next-intl';
import { useContext, useState } from 'react';
import { TermChoice } from '#components/terms/term-choice.tsx';
import { TermSaid } from '#components/terms/term-said.tsx';
import { TipBox } from '#components/terms/tip-box.tsx';
import { useTermWords } from '#components/terms/use-term-words.ts';
import type { OpenTip } from '#components/ui/open-tip.ts';
import { Select } from '#components/ui/select.tsx';
import { openingOf } from '#components/ui/tip-opening.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type Basis, formulaParts, type TermId } from '#lib/figures/figures.ts';
import { MASKED_FIGURE, NO_FIGURE } from '#lib/money/display.ts';
import { basisOf, type FigureOf, type FigureValues, type SharedBot } from './figure-of.ts';
import { GradeRecord } from './grade-record.tsx';
import { ShownRowsContext } from './shown-rows.ts';
import { useBotValues } from './use-bot-values.ts';
import { useSharedValues } from './use-shared-values.ts';

interface About {
  /** The first is shown, the others by choice. */
  readonly figures: readonly [TermId, ...TermId[]];
  readonly of: FigureOf;
}

/** How a figure is computed: what it is, its formula, the values of this bot, and where more stands. */
function Tip({ figures, of, ...open }: About & OpenTip) {
  const [chosen, setChosen] = useState<TermId>(figures[0]);
  return (
    <TipBox {...open} term={chosen}>
      {(titleId) => (
        <>
          <TermChoice label="tip.figure" terms={figures} chosen={chosen} onChoose={setChosen} />
          <Said figure={chosen} of={of} titleId={titleId} />
        </>
      )}
    </TipBox>
  );
}

export const Opening = openingOf<About>(Tip);

function Said({ figure, of: own, titleId }: Pick<About, 'of'> & { readonly figure: TermId; readonly titleId: string }) {
  const t = useTranslations('glossary.tip');
  const shown = useContext(ShownRowsContext);
  const [chosen, setChosen] = useState('');
  const isOfRows = shown !== undefined && Object.values(own).every((one) => one === undefined);
  const row = isOfRows ? (shown.find(({ key }) => key === chosen) ?? shown[0]) : undefined;
  const of = row?.of ?? own;
  const kind = of.bot?.strategy_type ?? of.shared?.strategy_type ?? of.kind;
  const grade = (of.bot ?? of.shared)?.ai_grade;
  return (
    <TermSaid term={figure} titleId={titleId} kind={kind} basis={basisOf(of)}>
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
    </TermSaid>
  );
}

function OwnValues({ figure, of }: Pick<About, 'of'> & { readonly figure: TermId }) {
  const { bot, shared, values = {} } = of;
  const said: Said = { figure, basis: basisOf(of) };
  if (bot !== undefined) return <BotValues {...said} bot={bot} values={values} />;
  if (shared !== undefined) return <SharedValues {...said} bot={shared} />;
  return <Values {...said} values={values} />;
}

interface Said {
  readonly figure: TermId;
  readonly basis: Basis | undefined;
}

function BotValues({ bot, values, ...said }: Said & { readonly bot: StrategyRow; readonly values: FigureValues }) {
  return <Values {...said} values={{ ...useBotValues(bot), ...values }} />;
}

function SharedValues({ bot, ...said }: Said & { readonly bot: SharedBot }) {
  return <Values {...said} values={useSharedValues(bot)} />;
}

/** Of what is not known, or kept from this viewer. */
const UNTOLD: readonly string[] = ['', NO_FIGURE, MASKED_FIGURE];

/** The figure and what its formula has, as far as it is known here. */
function Values({ figure, basis, values }: Said & { readonly values: FigureValues }) {
  const t = useTranslations('glossary.tip');
  const words = useTermWords();
  const terms = [figure, ...formulaParts(figure, basis).flatMap((part) => ('term' in part ? [part.term] : []))];
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

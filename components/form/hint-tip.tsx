'use client';

import { useState } from 'react';
import { TermChoice } from '#components/terms/term-choice.tsx';
import { TermSaid } from '#components/terms/term-said.tsx';
import { TipBox } from '#components/terms/tip-box.tsx';
import type { OpenTip } from '#components/ui/open-tip.ts';
import { openingOf } from '#components/ui/tip-opening.tsx';
import type { TermId } from '#lib/figures/figures.ts';

/** What something that is set means: its own sentence at once, where it has one, then the terms that explain it. */
export interface Hint {
  readonly label: string;
  readonly text?: string | undefined;
  readonly terms: readonly [TermId, ...TermId[]];
  readonly kind: string | undefined;
}

function Tip({ label, text, terms, kind, ...open }: Hint & OpenTip) {
  const [chosen, setChosen] = useState<TermId>(terms[0]);
  return (
    <TipBox
      {...open}
      term={chosen}
      head={(titleId) => (
        <>
          <p id={titleId} className="mb-1 font-medium">
            {label}
          </p>
          {text !== undefined && <p className="mb-2 border-b pb-2 text-ink-2">{text}</p>}
        </>
      )}
    >
      {() => (
        <>
          <TermChoice label="title" terms={terms} chosen={chosen} onChoose={setChosen} />
          <TermSaid term={chosen} kind={kind} heading={text === undefined ? label : undefined} />
        </>
      )}
    </TipBox>
  );
}

export const Opening = openingOf<Hint>(Tip);

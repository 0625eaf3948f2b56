'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { DEFAULT_MARKET } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { lazyPart } from '#lib/client/late-part.ts';
import { wishTour } from '#lib/client/tour-wish.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { answersOf, queryOfAnswers, type StartAnswers } from './start-answers.ts';
import { StartForm } from './start-form.tsx';

// Every kind's definition and the engine: nobody pays for them before the questions are answered.
const Proposals = lazyPart('start-proposals', () => import('./proposals.tsx').then((part) => part.Proposals));

const UNANSWERED: StartAnswers = { market: DEFAULT_MARKET, view: 'unknown', amount: '', bearable: '0.2' };

/** The questions, and what was found for the answers; those of the address are answered already, so that Back brings both. `children` stand after both. */
export function StartScreen({
  markets,
  children,
}: {
  readonly markets: readonly string[];
  readonly children: ReactNode;
}) {
  const t = useTranslations('start.results');
  const [answers, setAnswers] = useState(UNANSWERED);
  const [asked, setAsked] = useState<StartAnswers | null>(null);
  const results = useRef<HTMLElement>(null);
  useEffect(() => {
    const { search } = window.location;
    const said = answersOf(search, UNANSWERED, markets);
    // What was typed before this ran stays, but for what the address says.
    setAnswers((typed) => answersOf(search, typed, markets));
    if (Number(said.amount) > 0) setAsked(said);
  }, [markets]);
  // After what the address says: it may have been changed since it was asked.
  useTyped('start', queryOfAnswers(answers), (kept) => setAnswers((before) => answersOf(kept, before, markets)));
  const ask = (): void => {
    setAsked(answers);
    // Who asks here is shown around where a proposal leads to.
    wishTour();
    window.history.replaceState(window.history.state, '', queryOfAnswers(answers));
    // After the render that has the results: on a phone they stand below the questions.
    requestAnimationFrame(() => {
      results.current?.focus({ preventScroll: true });
      results.current?.scrollIntoView({ block: 'start' });
    });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[360px_minmax(0,1fr)]">
      <div className="min-w-0 lg:sticky lg:top-16 lg:self-start">
        <StartForm
          answers={answers}
          markets={markets}
          onChange={(changes) => setAnswers((before) => ({ ...before, ...changes }))}
          onAsk={ask}
        />
      </div>
      <div className="min-w-0">
        <section
          ref={results}
          tabIndex={-1}
          aria-label={t('title')}
          className={classNames('min-w-0 scroll-mt-16 outline-offset-4', asked !== null && 'mb-8 min-h-40')}
        >
          {asked !== null && (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <Proposals key={queryOfAnswers(asked)} answers={asked} />
            </Suspense>
          )}
        </section>
        {children}
      </div>
    </div>
  );
}

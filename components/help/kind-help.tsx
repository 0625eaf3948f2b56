import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { kindPath } from '#components/addresses/paths.ts';
import { CreateLink } from '#components/discovery/create-link.tsx';
import { FaqLd } from '#components/discovery/json-ld.tsx';
import type { WorkedExample } from '#lib/backtest/worked-example.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_HELP } from '#lib/kinds/help.ts';
import { HELP_FORMULAS } from '#lib/strategies/kind-help.ts';
import { WorkedExampleSection } from './worked-example.tsx';

const GUIDE = ['range', 'match'] as const;

const QUESTIONS = ['what', 'earns', 'loses', 'costs'] as const;

/** All that the help page of a kind says, by the kind's own facts. */
export function KindHelp({ kind, example }: { readonly kind: RunnableKind; readonly example: WorkedExample }) {
  const t = useTranslations('help');
  const texts = useTranslations(`public.kind.${kind}`);
  const { earns, loses, costs } = KIND_HELP[kind];
  const answers: Readonly<Record<(typeof QUESTIONS)[number], readonly string[]>> = {
    what: GUIDE.map((step) => texts(`guide.${step}`)),
    earns: earns.map((point) => t(`earns.${point}`)),
    loses: [texts('guide.risk'), ...loses.map((point) => t(`loses.${point}`))],
    costs: costs.map((point) => t(`costs.${point}`)),
  };
  return (
    <>
      <FaqLd
        // Among the answers of a search nothing else says of whom it is asked.
        questions={QUESTIONS.map((id) => ({
          question: `${texts('name')}: ${t(`page.${id}`)}`,
          answer: answers[id].join(' '),
        }))}
      />
      {QUESTIONS.map((id) => (
        <Part key={id} id={id} title={t(`page.${id}`)}>
          <Points points={answers[id]} />
        </Part>
      ))}
      <Formulas kind={kind} />
      <WorkedExampleSection kind={kind} example={example} />
      <Onward kind={kind} />
    </>
  );
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-6 max-w-180">
      <h2 id={id} className="mb-1 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm text-ink-2">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function Formulas({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('help');
  return (
    <Part id="formulas" title={t('page.formulas')}>
      <dl className="flex flex-col gap-3">
        {KIND_HELP[kind].formulas.map((formula) => (
          <div key={formula} className="panel p-3">
            {/* Written from left to right in every language. */}
            <dt dir="ltr" className="overflow-x-auto text-sm whitespace-pre tabular-nums">
              {HELP_FORMULAS[formula]}
            </dt>
            <dd className="mt-1 text-xs text-ink-3">{t(`formulas.${formula}`)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Onward({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('help.page');
  const language = useLocale();
  const looks = 'flex min-h-11 items-center text-sm text-accent hover:underline md:min-h-8';
  return (
    <nav aria-label={t('more')} className="mt-6 flex flex-wrap gap-x-6">
      <CreateLink kind={kind} className={looks}>
        {t('create')}
      </CreateLink>
      <a href={kindPath(language, kind)} className={looks}>
        {t('shared')}
      </a>
      <a href={helpIndexPath(language)} className={looks}>
        {t('all')}
      </a>
    </nav>
  );
}

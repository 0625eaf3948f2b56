import { useLocale, useTranslations } from 'next-intl';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { kindPath } from '#components/addresses/paths.ts';
import { CreateLink } from '#components/discovery/create-link.tsx';
import type { WorkedExample } from '#lib/backtest/worked-example.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { HELP_FORMULAS } from '#lib/strategies/kind-help.ts';
import { type Answers, HelpAnswers, HelpPart } from './help-answers.tsx';
import { WorkedExampleSection } from './worked-example.tsx';

const GUIDE = ['range', 'match'] as const;

/** All that the help page of a kind says, by the kind's own facts. */
export function KindHelp({ kind, example }: { readonly kind: RunnableKind; readonly example: WorkedExample }) {
  const t = useTranslations('help');
  const texts = useTranslations(`public.kind.${kind}`);
  const { earns, loses, costs } = MACHINES[kind].help;
  const answers: Answers = {
    what: GUIDE.map((step) => texts(`guide.${step}`)),
    earns: earns.map((point) => t(`earns.${point}`)),
    loses: [texts('guide.risk'), ...loses.map((point) => t(`loses.${point}`))],
    costs: costs.map((point) => t(`costs.${point}`)),
  };
  return (
    <>
      <HelpAnswers name={texts('name')} answers={answers} />
      <Formulas kind={kind} />
      <WorkedExampleSection kind={kind} example={example} />
      <Onward kind={kind} />
    </>
  );
}

function Formulas({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('help');
  return (
    <HelpPart id="formulas" title={t('page.formulas')}>
      <dl className="flex flex-col gap-3">
        {MACHINES[kind].help.formulas.map((formula) => (
          <div key={formula} className="panel p-3">
            {/* Written from left to right in every language. */}
            <dt dir="ltr" className="overflow-x-auto text-sm whitespace-pre tabular-nums">
              {HELP_FORMULAS[formula]}
            </dt>
            <dd className="mt-1 text-xs text-ink-3">{t(`formulas.${formula}`)}</dd>
          </div>
        ))}
      </dl>
    </HelpPart>
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

'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Notice } from '#components/ui/notice.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { type EarnFault, isOrderFault } from '#lib/backtest/earn-example.ts';
import type { HelpSubject } from '#lib/client/help-protocol.ts';
import { type EarnType, isEarnType } from '#lib/contract/earn-types.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { withDecimalSign } from '#lib/money/display.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { EarlierFigures } from './earlier-figures.tsx';
import { EarnResult } from './earn-result.tsx';
import { ExampleResult } from './example-result.tsx';
import { useEarnFieldNames } from './use-earn-field-names.ts';
import { type Answered, useExample } from './use-example.ts';

interface Props<Subject> {
  readonly subject: Subject;
  readonly typed: FormValues;
  /** The example as it came with the page, until the first answer is there. */
  readonly first: ReactNode;
}

/** The example with the reader's own values. */
export function ExampleAnswer({ subject, ...props }: Props<HelpSubject>) {
  const isEarn = isEarnType(subject);
  return (
    <WithTexts
      namespaces={[
        ...(['help', 'fields', 'issues', 'bots', 'refusals'] as const),
        ...(isEarn ? (['glossary', 'backtests', 'dual', 'invest'] as const) : []),
      ]}
      fallback={<EarlierFigures>{props.first}</EarlierFigures>}
    >
      {isEarn ? <EarnAnswer subject={subject} {...props} /> : <KindAnswer subject={subject} {...props} />}
    </WithTexts>
  );
}

function KindAnswer({ subject, typed, first }: Props<RunnableKind>) {
  const t = useTranslations('help.example');
  const issueText = useIssueText();
  const answered = useExample(subject, typed);
  const { example } = answered;
  const own = example != null && 'summary' in example ? example : null;
  const faults = own?.issues ?? [];
  return (
    <Shown answered={answered} first={first}>
      {faults.length > 0 && (
        <Notice tone="danger" className="mt-3">
          {t('faults')} {faults.map((issue) => issueText(issue)).join(' ')}
        </Notice>
      )}
      {own !== null && <ExampleResult kind={subject} example={own} />}
    </Shown>
  );
}

function EarnAnswer({ subject, typed, first }: Props<EarnType>) {
  const faultText = useFaultText();
  const answered = useExample(subject, typed);
  const { example } = answered;
  const own = example != null && 'product' in example ? example : null;
  const faults = own?.faults ?? [];
  return (
    <Shown answered={answered} first={first}>
      {faults.length > 0 && (
        <Notice tone="danger" className="mt-3">
          {faults.map(faultText).join(' ')}
        </Notice>
      )}
      {own !== null && <EarnResult example={own} />}
    </Shown>
  );
}

/** Why a value of an earn product's example is not taken. */
function useFaultText(): (fault: EarnFault) => string {
  const t = useTranslations('help.earn');
  const offers = useTranslations('dual.offers');
  const issueText = useIssueText();
  const nameOf = useEarnFieldNames();
  const locale = useLocale();
  return (fault) => {
    if (fault === null) return offers('none');
    if (!isOrderFault(fault)) return issueText(fault);
    const { name, min, max, decimals } = fault;
    return t('between', { name: nameOf(name), ...withDecimalSign({ min, max }, locale), decimals });
  };
}

/** An answer, or what stood there before, while the next one is on its way; that it could not be had is said. */
function Shown({
  answered: { example, isBusy },
  first,
  children,
}: {
  readonly answered: Answered;
  readonly first: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useTranslations('help.example');
  return (
    <EarlierFigures isEarlier={isBusy}>
      <p role="status" className="sr-only">
        {isBusy ? t('busy') : ''}
      </p>
      {example === null && (
        <Notice tone="danger" className="mt-3">
          {t('failed')}
        </Notice>
      )}
      {example === undefined || example === null ? first : children}
    </EarlierFigures>
  );
}

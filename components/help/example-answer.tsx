'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Notice } from '#components/ui/notice.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { EarlierFigures } from './earlier-figures.tsx';
import { ExampleResult } from './example-result.tsx';
import { useExample } from './use-example.ts';

interface Props {
  readonly kind: RunnableKind;
  readonly typed: FormValues;
  /** The example as it came with the page, until the first answer is there. */
  readonly first: ReactNode;
}

/** The example with the reader's own values. */
export function ExampleAnswer(props: Props) {
  return (
    <WithTexts
      namespaces={['help', 'fields', 'issues', 'bots', 'refusals']}
      fallback={<EarlierFigures>{props.first}</EarlierFigures>}
    >
      <Answer {...props} />
    </WithTexts>
  );
}

function Answer({ kind, typed, first }: Props) {
  const t = useTranslations('help.example');
  const issueText = useIssueText();
  const { example, isBusy } = useExample(kind, typed);
  const faults = example?.issues ?? [];
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
      {faults.length > 0 && (
        <Notice tone="danger" className="mt-3">
          {t('faults')} {faults.map((issue) => issueText(issue)).join(' ')}
        </Notice>
      )}
      {example === undefined || example === null ? first : <ExampleResult kind={kind} example={example} />}
    </EarlierFigures>
  );
}

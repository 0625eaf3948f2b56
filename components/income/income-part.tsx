'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import type { ListedType } from '#lib/kinds/listed.ts';
import type { Scope } from './income.ts';
import { IncomeScreen } from './income-screen.tsx';

interface Props {
  readonly type: ListedType;
  readonly isActive: boolean;
}

/** Total income of a type and, one tab further, of all types, where the exchange tells it (E-005, H61). */
export function IncomePart(props: Props) {
  return (
    <WithTexts namespaces={['income']} fallback={<Skeleton className="m-3 h-[40rem] w-[calc(100%-24px)]" />}>
      <Scopes {...props} />
    </WithTexts>
  );
}

function Scopes({ type, isActive }: Props) {
  const t = useTranslations('income');
  const kinds = useTranslations('bots.kind');
  const [scope, setScope] = useTypedChoice<Scope>(`income ${type}`, type, [type, 'all']);
  const tellsAll = useSaysWhether('income_all');
  const shown = tellsAll === true ? scope : type;
  return (
    <div className="flex flex-col gap-4 px-3 pt-2 pb-4">
      {/* The place of the choice is kept while the exchange has not said. */}
      {tellsAll !== false && (
        <Segmented
          name="income-scope"
          label={t('scope')}
          value={shown}
          onChange={setScope}
          options={[
            { value: type, label: kinds(type) },
            { value: 'all', label: t('all'), isDisabled: tellsAll !== true },
          ]}
          className="w-full md:w-fit"
        />
      )}
      <IncomeScreen key={shown} scope={shown} isActive={isActive} />
    </div>
  );
}

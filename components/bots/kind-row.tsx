'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';

/**
 * Whose bots are listed. The indicator bots are many and most traders have none of most: only those with running bots,
 * and the chosen one, stand in the row; the others are in the list behind it.
 */
export function KindRow({
  kinds,
  kind,
  numberOf,
  onChange,
}: {
  readonly kinds: readonly RunnableKind[];
  readonly kind: RunnableKind;
  /** Running bots of a kind. */
  readonly numberOf: (kind: RunnableKind) => number;
  readonly onChange: (kind: RunnableKind) => void;
}) {
  const t = useTranslations('bots');
  const isInRow = (one: RunnableKind): boolean =>
    KIND_FACTS[one].pickerClass !== 'expert' || numberOf(one) > 0 || one === kind;
  const others = kinds.filter((one) => !isInRow(one));
  return (
    <div className="flex items-center gap-2 px-2 pt-2">
      <div className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:thin]">
        <Segmented
          name="bots-kind"
          label={t('kinds')}
          value={kind}
          onChange={onChange}
          options={kinds.filter(isInRow).map((one) => {
            const count = numberOf(one);
            return { value: one, label: count === 0 ? t(`kind.${one}`) : `${t(`kind.${one}`)} (${count})` };
          })}
          className="w-max min-w-full"
        />
      </div>
      <Select
        label={t('moreKinds')}
        value=""
        onChange={(next) => {
          if (next !== '') onChange(next);
        }}
        options={[
          { value: '', label: t('moreKinds') },
          ...others.map((one) => ({ value: one, label: t(`kind.${one}`) })),
        ]}
        className="w-32 shrink-0"
      />
    </div>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { isEarnType } from '#lib/contract/earn-types.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { ListedType } from '#lib/kinds/listed.ts';

/** The indicator bots are many and most traders have none of most. */
function isRare(type: ListedType): boolean {
  return !isEarnType(type) && KIND_FACTS[type].pickerClass === 'expert';
}

/**
 * Whose bots, plans or orders are listed. Of what is rare only those with something running, and the chosen one, stand in the
 * row; the others are in the list behind it.
 */
export function KindRow({
  kinds,
  kind,
  numberOf,
  onChange,
}: {
  readonly kinds: readonly ListedType[];
  readonly kind: ListedType;
  /** What runs of a type. */
  readonly numberOf: (kind: ListedType) => number;
  readonly onChange: (kind: ListedType) => void;
}) {
  const t = useTranslations('bots');
  const isInRow = (one: ListedType): boolean => !isRare(one) || numberOf(one) > 0 || one === kind;
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

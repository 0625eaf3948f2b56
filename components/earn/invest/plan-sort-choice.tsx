import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';
import { PLAN_SORTS } from '#lib/contract/auto-invest-words.ts';
import { type PlanOrder, SORT_WORDS } from './plan-sort.ts';

const WAYS = ['desc', 'asc'] as const;
const ORDERS = PLAN_SORTS.flatMap((column) => WAYS.map((type) => ({ column, type })));

/** The order of the list on a phone, whose cards have no heads to press. */
export function PlanSortChoice({
  order,
  onChange,
}: {
  readonly order: PlanOrder;
  readonly onChange: (order: PlanOrder) => void;
}) {
  const t = useTranslations('invest');
  const wireOf = (one: PlanOrder): string => (one === null ? '' : `${one.column} ${one.type}`);
  return (
    <div className="px-3 pt-3 md:hidden">
      <Select
        label={t('sort.label')}
        value={wireOf(order)}
        onChange={(value) => onChange(ORDERS.find((one) => wireOf(one) === value) ?? null)}
        options={[
          { value: '', label: t('sort.newest') },
          ...ORDERS.map((one) => ({
            value: wireOf(one),
            label: t(`sort.${one.type}`, { column: t(`column.${SORT_WORDS[one.column]}`) }),
          })),
        ]}
        className="w-full"
      />
    </div>
  );
}

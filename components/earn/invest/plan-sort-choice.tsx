import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';
import { orderIn, orderText, PLAN_ORDERS, type PlanOrder, SORT_WORDS } from './plan-sort.ts';

/** The order of the list on a phone, whose cards have no heads to press. */
export function PlanSortChoice({
  order,
  onChange,
}: {
  readonly order: PlanOrder;
  readonly onChange: (order: PlanOrder) => void;
}) {
  const t = useTranslations('invest');
  return (
    <div className="px-3 pt-3 md:hidden">
      <Select
        label={t('sort.label')}
        value={orderText(order)}
        onChange={(value) => onChange(orderIn(value))}
        options={[
          { value: '', label: t('sort.newest') },
          ...PLAN_ORDERS.map((one) => ({
            value: orderText(one),
            label: t(`sort.${one.type}`, { column: t(`column.${SORT_WORDS[one.column]}`) }),
          })),
        ]}
        className="w-full"
      />
    </div>
  );
}

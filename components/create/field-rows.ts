import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '#lib/strategies/definition.ts';

/** The shown fields of a section as rows: neighbours of one group stand on one row. */
export function fieldRows(
  fields: readonly FieldDescriptor[],
  section: FieldDescriptor['section'],
  values: FormValues,
  spec: MarketSpec,
): readonly (readonly FieldDescriptor[])[] {
  const rows: FieldDescriptor[][] = [];
  for (const field of fields) {
    if (field.section !== section || field.isShown?.(values, spec) === false) continue;
    const before = rows.at(-1);
    if (field.group !== undefined && before?.[0]?.group === field.group) before.push(field);
    else rows.push([field]);
  }
  return rows;
}

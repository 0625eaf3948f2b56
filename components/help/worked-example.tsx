import { useLocale, useTranslations } from 'next-intl';
import { EXAMPLE_DAYS, EXAMPLE_FEE_E8, EXAMPLE_FUNDING_E8, exampleSpec } from '#lib/backtest/example-market.ts';
import type { WorkedExample } from '#lib/backtest/worked-example.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatSetPercent } from '#lib/money/display.ts';
import { type AskedField, ExampleForm } from './example-form.tsx';
import { ExampleResult } from './example-result.tsx';

/** The 1X … that a panel asks for is a whole number. */
const PANEL_DECIMALS = 0;

/** A bot on the made-up market, with values that the reader may change; whole in the HTML as it is at first. */
export function WorkedExampleSection({
  kind,
  example,
}: {
  readonly kind: RunnableKind;
  readonly example: WorkedExample;
}) {
  const t = useTranslations('help.example');
  const locale = useLocale();
  const fields = useAskedFields(kind, example);
  const rate = (e8: bigint): string => formatSetPercent(formatAmount(e8), { locale });
  const taker = exampleSpec({ trades: 'market', page: 'futures' }).contract?.takerE8 ?? 0n;
  return (
    <section aria-labelledby="example" className="mt-8">
      <h2 id="example" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        {t('lead', {
          fee: rate(EXAMPLE_FEE_E8),
          taker: rate(taker),
          funding: rate(EXAMPLE_FUNDING_E8),
          days: EXAMPLE_DAYS,
        })}
        <Resting kind={kind} />
      </p>
      <div className="panel p-3 md:p-4">
        <ExampleForm
          subject={kind}
          legend={t('values')}
          fields={fields}
          values={Object.fromEntries(fields.map(({ name }) => [name, example.values[name] ?? '']))}
        >
          <ExampleResult kind={kind} example={example} />
        </ExampleForm>
      </div>
    </section>
  );
}

/** What orders that rest cost where they do on a contract: nothing, because its maker rate is a rebate, which bots are not paid (lib/engine/DECISIONS.md). */
function Resting({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('help.example');
  const locale = useLocale();
  const { contract } = exampleSpec(KIND_FACTS[kind]);
  if (contract === undefined || !KIND_FACTS[kind].restsOrders) return null;
  return ` ${t('resting', { maker: formatSetPercent(formatAmount(contract.makerE8), { locale }) })}`;
}

function useAskedFields(kind: RunnableKind, { values }: WorkedExample): readonly AskedField[] {
  const words = textsOf(useTranslations('fields'));
  const spec = exampleSpec(KIND_FACTS[kind]);
  const { fields } = definitionOf(kind);
  return MACHINES[kind].help.asked.flatMap((name): AskedField[] => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined || field.isShown?.(values, spec) === false) return [];
    return [
      {
        name,
        label: words(`${field.label}.label`),
        unit: field.unit?.(values, spec) ?? '',
        decimals: field.decimals?.(values, spec) ?? PANEL_DECIMALS,
        options: field.options?.map(({ value, label }) => ({ value, label: words(label) })) ?? null,
      },
    ];
  });
}

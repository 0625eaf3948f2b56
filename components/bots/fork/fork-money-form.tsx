'use client';

import { useTranslations } from 'next-intl';
import { HintMark } from '#components/form/field-hint.tsx';
import { LeverageSteps } from '#components/form/leverage-steps.tsx';
import { useKindTerms } from '#components/form/use-kind-terms.ts';
import { NumberField } from '#components/ui/number-field.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { addedDecimals } from '#lib/money/precision.ts';
import { snapLeverage, withinTerms } from '#lib/strategies/rules/leverage.ts';
import { typedAmount } from '../actions/amount-input.tsx';
import { profitAssetOf } from '../bot-instrument.ts';
import { type ForkFormProps, ForkFrame, useRefusedAt } from './fork-frame.tsx';
import type { MoneyMode } from './fork-modes.ts';
import type { Said } from './fork-values.ts';

/** Decimals that the dialog of the same takes (M-181, M-192). */
function decimalsOf(mode: MoneyMode, asset: string, bot: StrategyRow): number {
  if (mode === 'deposit') return addedDecimals(asset, factsOf(bot.strategy_type).trades);
  return mode === 'leverage' && asset === 'USDT' ? 0 : 6;
}

function assetOf(mode: MoneyMode, bot: StrategyRow): string {
  return mode === 'deposit' ? profitAssetOf(bot) : bot.money_asset;
}

/** What is typed, as the call says it; nothing while it is no amount, or no leverage. */
function saidOf(mode: MoneyMode, amount: bigint | null, leverage: string): Said {
  if (amount === null) return {};
  const text = formatAmount(amount);
  if (mode === 'deposit') return { money: text };
  if (mode === 'margin') return { margin: text };
  return /^[1-9]\d{0,2}$/.test(leverage) ? { margin: text, leverage } : {};
}

/** Money that is put in at the moment: to be worked with, as margin, or as margin with another leverage. */
export function ForkMoneyForm({ mode, ...props }: ForkFormProps & { readonly mode: MoneyMode }) {
  const t = useTranslations('fork.money');
  const { bot, edited, kept } = props;
  const { definition, spec } = edited;
  const text = kept.draft.amounts[mode] ?? '';
  const leverage = kept.draft.leverage ?? bot.leverage;
  const limits = withinTerms(definition.leverageLimits?.(spec) ?? { min: 1, max: 1 }, useKindTerms(definition, spec));
  const said = saidOf(mode, typedAmount(text), leverage);
  const refusedAt = useRefusedAt(props, said);
  const asset = assetOf(mode, bot);
  const lever = (next: string): void => kept.change(() => ({ leverage: next }));
  const money = t(mode === 'deposit' ? 'deposit' : 'margin');
  const levels = t('leverage', { min: limits.min, max: limits.max });
  return (
    <ForkFrame form={props} said={said} hint={t('hint')} isWrong={false}>
      <NumberField
        name={`fork-${mode}`}
        label={money}
        mark={
          <HintMark label={money} terms={[mode === 'deposit' ? 'deposits' : 'margin']} kind={edited.definition.kind} />
        }
        decimals={decimalsOf(mode, asset, bot)}
        unit={asset}
        value={text}
        error={refusedAt(mode === 'deposit' ? 'money' : 'margin')}
        onChange={(value) => kept.change(({ amounts }) => ({ amounts: { ...amounts, [mode]: value } }))}
      />
      {mode === 'leverage' && (
        <div>
          <NumberField
            name="fork-multiple"
            label={levels}
            mark={<HintMark label={levels} terms={['leverage', 'liquidation']} kind={edited.definition.kind} />}
            decimals={0}
            unit="X"
            value={leverage}
            error={refusedAt('leverage')}
            onChange={lever}
            onBlur={() => lever(snapLeverage(leverage, limits))}
          />
          <LeverageSteps value={leverage} limits={limits} onChange={lever} />
        </div>
      )}
    </ForkFrame>
  );
}

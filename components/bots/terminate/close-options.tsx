'use client';

import { useTranslations } from 'next-intl';
import { HintMark } from '#components/form/field-hint.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import {
  type CloseLeg,
  type CloseType,
  isCloseSlippageValid,
  isMarketCloseDisabled,
  LIMIT_EXPIRATION_MINUTES,
  marketCloseWarning,
  type SpreadBand,
} from '#lib/formulas/termination.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { RATIO_DECIMALS } from '#lib/money/input.ts';
import type { CloseChoice } from './close-leg.ts';

interface Props {
  readonly band: SpreadBand;
  readonly leg: CloseLeg;
  readonly kind: StrategyType;
  /** A position – on a contract, or of borrowed money – is closed; coins that are owned may be sold or kept. */
  readonly isPosition: boolean;
  /** What is offered, in this order. */
  readonly types: readonly CloseType[];
  readonly heldCoins: readonly string[];
  readonly choice: CloseChoice;
  readonly onChange: (choice: CloseChoice) => void;
}

/** Words of what happens, by what is closed; bots of several markets have their own. */
const TEXTS = {
  portfolio: { market: 'marketAllText', limit: 'limitText', no_close: 'noCloseText' },
  spot: { market: 'marketText', limit: 'limitText', no_close: 'noCloseText' },
  futures: { market: 'marketPositionText', limit: 'limitPositionText', no_close: 'noCloseText' },
} as const;

/** Market close, limit close or keep the coins (M-088), with the warnings that the spread calls for. */
export function CloseOptions({ band, leg, kind, isPosition, types, heldCoins, choice, onChange }: Props) {
  const t = useTranslations('bots.terminate');
  const { trades } = factsOf(kind);
  const own = isPosition ? 'futures' : 'spot';
  const words = trades === 'portfolio' ? trades : own;
  const isMarketOff = isMarketCloseDisabled(band, leg, heldCoins);
  const warning = marketCloseWarning(band, leg, choice.type);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm">{t(CHOICES[own])}</legend>
      {types.map((type) => {
        const isOff = type === 'market' && isMarketOff;
        const option = (
          <label
            key={type}
            className={classNames(
              'flex cursor-pointer items-start gap-3 rounded-md border p-3 has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
              choice.type === type && 'border-accent bg-accent-soft',
              isOff && 'cursor-not-allowed opacity-45',
            )}
          >
            <input
              type="radio"
              name="close-type"
              value={type}
              checked={choice.type === type}
              disabled={isOff}
              onChange={() => onChange({ ...choice, type })}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="block text-sm font-medium">{t(type)}</span>
              <span className="text-xs text-ink-2">
                {isOff ? t(band === 'high' ? 'marketDisabledSpread' : 'marketDisabledCoins') : t(TEXTS[words][type])}
              </span>
            </span>
          </label>
        );
        // What a limit close still needs stands right below it.
        return type === 'limit' && choice.type === 'limit'
          ? [option, <LimitFields key="limit-fields" choice={choice} onChange={onChange} />]
          : option;
      })}
      {warning === 'yellow' && <Notice tone="warn">{t('warnYellow')}</Notice>}
      {warning === 'red' && <Notice tone="danger">{t('warnRed')}</Notice>}
    </fieldset>
  );
}

const CHOICES = { spot: 'choose', futures: 'choosePosition' } as const;

function LimitFields({ choice, onChange }: Pick<Props, 'choice' | 'onChange'>) {
  const t = useTranslations('bots.terminate');
  return (
    <div className="mb-2 grid grid-cols-2 items-start gap-3">
      <NumberField
        label={t('slippage')}
        mark={<HintMark label={t('slippage')} terms={['slippage', 'limit_close']} kind={undefined} />}
        decimals={RATIO_DECIMALS}
        value={choice.slippage}
        unit="%"
        onChange={(slippage) => onChange({ ...choice, slippage })}
        error={isCloseSlippageValid(choice.slippage) ? undefined : t('slippageError')}
      />
      <div className="flex flex-col gap-1 text-xs text-ink-2">
        {t('expiration')}
        <Select
          label={t('expiration')}
          value={String(choice.minutes)}
          onChange={(minutes) => onChange({ ...choice, minutes: Number(minutes) })}
          options={LIMIT_EXPIRATION_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: t('minutes', { minutes }),
          }))}
        />
      </div>
    </div>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { landingPath } from '#components/addresses/paths.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import {
  DEFAULT_TAKER_FEE,
  DEFAULT_VIP_DISCOUNT,
  DISCOUNT_MARKETS,
  effectiveTakerFee,
  feeDigits,
} from '#lib/formulas/fees.ts';
import { listText } from '#lib/i18n/date-text.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { formatPercent } from '#lib/money/display.ts';
import { CreateLink } from './create-link.tsx';
import { KindMark } from './kind-mark.tsx';
import type { Fees } from './visitor-words.tsx';

/** The fees that a grid pays, of what the exchange says it charges; the documents' while it does not say (C-047, C-436, X26). */
function FeeNotice({ kind, fees }: { readonly kind: RunnableKind; readonly fees: Fees | null }) {
  const t = useTranslations('public.shell');
  const locale = useLocale();
  const discountMarket = DISCOUNT_MARKETS[0] ?? '';
  const taker = parseAmount(fees?.taker_fee ?? '') ?? DEFAULT_TAKER_FEE;
  const vip = parseAmount(fees?.vip_fee_discount ?? '') ?? DEFAULT_VIP_DISCOUNT;
  const { hasLowFeeTag } = KIND_FACTS[kind];
  const discounted = formatAmount(effectiveTakerFee(discountMarket, hasLowFeeTag, taker, vip));
  const decimals = feeDigits(discountMarket, hasLowFeeTag);
  return (
    <Notice className="border bg-surface-1">
      {t('fee', {
        fee: formatPercent(formatAmount(taker), { locale, decimals: 2 }),
        discountFee: formatPercent(discounted, { locale, decimals, isTrimmed: true }),
        markets: listText(
          DISCOUNT_MARKETS.map((market) => market.replace('_', '/')),
          locale,
        ),
      })}
    </Notice>
  );
}

function Guide({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('public');
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-1.5 text-xs text-ink-2 hover:text-ink-1 md:min-h-8">
        <Icon name="info" />
        {t('shell.guide')}
        <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <ol className="mt-1 flex list-decimal flex-col gap-1.5 ps-5 text-xs text-ink-2">
        {(['range', 'match', 'risk'] as const).map((step) => (
          <li key={step}>{t(`kind.${kind}.guide.${step}`)}</li>
        ))}
      </ol>
      <HelpLink kind={kind} label={t('shell.help')} />
    </details>
  );
}

function BackLink() {
  const t = useTranslations('public.shell');
  const language = useLocale();
  return (
    <a
      href={landingPath(language)}
      className="-ms-1 flex min-h-11 items-center gap-1 self-start text-xs text-ink-2 hover:text-ink-1 md:min-h-8"
    >
      <Icon name="chevronLeft" />
      {t('back')}
    </a>
  );
}

/** Head of the further pages of the list of all kinds. */
export function AllKindsHead() {
  const t = useTranslations('public.landing');
  return (
    <div className="flex flex-col gap-3">
      <BackLink />
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <p className="text-xs text-ink-2">{t('lead')}</p>
    </div>
  );
}

/** Head of a strategy's page: back, name, guide, fee notice, and the two ways to start (C-042, C-043, C-047, C-048). */
export function ShellHeader({ kind, fees }: { readonly kind: RunnableKind; readonly fees: Fees | null }) {
  const t = useTranslations('public');
  const { pickerClass, hasLowFeeTag } = KIND_FACTS[kind];
  const tab = 'flex min-h-11 flex-1 items-center justify-center rounded px-3 text-sm md:min-h-9';
  return (
    <div className="flex flex-col gap-3">
      <BackLink />
      <div className="flex items-center gap-3">
        <KindMark pickerClass={pickerClass} />
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{t(`kind.${kind}.name`)}</h1>
          <p className="text-xs text-ink-2">{t(`kind.${kind}.text`)}</p>
        </div>
      </div>
      <nav aria-label={t('shell.tabs')} className="flex rounded-md border bg-surface-1 p-0.5">
        <span aria-current="page" className={`${tab} bg-surface-3 font-medium`}>
          {t('shell.recommended')}
        </span>
        <CreateLink kind={kind} className={`${tab} text-ink-2 hover:text-ink-1`}>
          {t('shell.customize')}
        </CreateLink>
      </nav>
      <Guide kind={kind} />
      {hasLowFeeTag && <FeeNotice kind={kind} fees={fees} />}
    </div>
  );
}

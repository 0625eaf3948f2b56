'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { StartLink } from '#components/addresses/start-link.tsx';
import { useKindText } from '#components/discovery/kind-text.ts';
import { useStrategyFee } from '#components/form/use-strategy-fee.ts';
import { GuideButton } from '#components/guides/guide-button.tsx';
import { GuideTip } from '#components/guides/guide-tip.tsx';
import { TipBanner } from '#components/guides/tip-banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { listBotsOf } from '#lib/client/bots-view.ts';
import { latePart } from '#lib/client/late-part.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { useIsOffered } from '#lib/client/use-offered-kinds.ts';
import { feeDigits } from '#lib/formulas/fees.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { hasGuide } from '#lib/kinds/guides.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import { StrategyPicker } from './strategy-picker.tsx';
import { TourButton } from './tour-button.tsx';
import { useFocusAlong } from './use-focus-along.ts';
import type { Panel } from './use-panel.ts';

function Waiting() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      {['h-9', 'h-16', 'h-16', 'h-24', 'h-44'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} className={`w-full ${height}`} />
      ))}
    </div>
  );
}

// Loaded when they are opened: a visitor who only looks at the chart pays for neither.
const StrategyForm = dynamic(
  () =>
    latePart('strategy-form', () => import('#components/create/strategy-form.tsx').then((part) => part.StrategyForm)),
  {
    loading: Waiting,
  },
);
const MoonPage = dynamic(
  () => latePart('moon-page', () => import('#components/create/moon-page.tsx').then((part) => part.MoonPage)),
  {
    loading: Waiting,
  },
);
const RecommendedTab = dynamic(
  () => latePart('recommended-tab', () => import('./recommended-tab.tsx').then((part) => part.RecommendedTab)),
  {
    loading: Waiting,
  },
);

interface PageProps {
  readonly panel: Panel;
  readonly kind: RunnableKind;
  readonly spec: MarketSpec;
}

/** The way back, the strategy's name, and what explains it. */
function PageHead({ panel, kind, spec }: PageProps) {
  const t = useTranslations('public');
  const kindText = useKindText();
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        aria-label={t('shell.back')}
        onClick={panel.back}
        className="-ms-2 flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-8"
      >
        <Icon name="chevronLeft" />
      </button>
      <h2 className="text-base font-semibold">{kindText(kind, 'name')}</h2>
      {hasGuide(kind) ? (
        <GuideButton kind={kind} spec={spec} onStart={() => panel.setMode('create')} />
      ) : (
        <InfoTip label={t('shell.guide')}>
          <ol className="flex list-decimal flex-col gap-1.5 ps-4">
            {(['range', 'match', 'risk'] as const).map((step) => (
              <li key={step}>{t(`kind.${kind}.guide.${step}`)}</li>
            ))}
          </ol>
        </InfoTip>
      )}
      <HelpLink kind={kind} label={t('shell.help')} isMark />
      <span className="ms-auto">
        <TourButton />
      </span>
    </div>
  );
}

/** Back, name and guide, the two tabs, and what this market's fills cost (C-042, C-043, C-047, C-048). */
function StrategyPage({ panel, kind, spec }: PageProps) {
  const t = useTranslations('public');
  const trade = useTranslations('trade.panel');
  const figures = useFigures();
  const { mode } = panel.state;
  // The table below lists the bots of the form that is open.
  useEffect(() => listBotsOf(kind), [kind]);
  const { spot } = useStrategyFee(kind, spec.market, KIND_FACTS[kind].hasLowFeeTag);
  return (
    <div className="flex flex-col gap-3">
      <PageHead panel={panel} kind={kind} spec={spec} />
      <TipBanner key={kind} kind={kind} />
      <div data-tour="mode">
        <Segmented
          name="panel-mode"
          label={t('shell.tabs')}
          value={mode}
          onChange={panel.setMode}
          options={[
            { value: 'recommend', label: t('shell.recommended') },
            { value: 'create', label: t('shell.customize') },
          ]}
        />
      </div>
      {KIND_FACTS[kind].hasLowFeeTag && (
        <Notice>
          {trade('fee', {
            market: spec.market.replace('_', '/'),
            fee: figures.percent(formatAmount(spot), feeDigits(spec.market, KIND_FACTS[kind].hasLowFeeTag)),
          })}
        </Notice>
      )}
      {mode === 'create' ? (
        <StrategyForm kind={kind} spec={spec} onCreated={panel.back} />
      ) : (
        <div className="pb-3">
          <RecommendedTab kind={kind} market={spec.market} />
        </div>
      )}
    </div>
  );
}

/** A kind in the address that the exchange behind this page does not run (H61): said, and the way to those it runs. */
function NotOffered({ kind, onBack }: { readonly kind: RunnableKind; readonly onBack: () => void }) {
  const t = useTranslations('trade.panel');
  const kindText = useKindText();
  return (
    <EmptyState
      title={t('notOffered', { kind: kindText(kind, 'name') })}
      action={
        <Button tone="primary" onClick={onBack}>
          {t('seeOffered')}
        </Button>
      }
    />
  );
}

/** The strategy panel: the picker, then the chosen strategy's page. */
export function StrategyPanel({ panel, spec }: { readonly panel: Panel; readonly spec: MarketSpec }) {
  const t = useTranslations('trade');
  const kindText = useKindText();
  const { container, moving } = useFocusAlong(panel);
  const { kind, mode } = panel.state;
  const name = kind === null ? t('panel.title') : mode === 'moon' ? t('moon.name') : kindText(kind, 'name');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend
    <div ref={container} role="group" aria-label={name} tabIndex={-1} className="outline-offset-4">
      <PanelPage panel={moving} spec={spec} />
    </div>
  );
}

function PanelPage({ panel, spec }: { readonly panel: Panel; readonly spec: MarketSpec }) {
  const t = useTranslations('trade.panel');
  const { kind } = panel.state;
  const isOffered = useIsOffered(kind);
  if (!panel.isOn) {
    return (
      <EmptyState
        title={t('off')}
        action={
          <Button tone="primary" onClick={panel.turnOn}>
            {t('turnOn')}
          </Button>
        }
      />
    );
  }
  // No form that would go again once the exchange has said what it runs.
  if (isOffered === undefined) return <Waiting />;
  if (kind !== null && !isOffered) return <NotOffered kind={kind} onBack={panel.back} />;
  if (kind !== null && panel.state.mode === 'moon') {
    return <MoonPage spec={spec} onBack={panel.back} onManual={() => panel.select(kind)} />;
  }
  if (kind !== null) return <StrategyPage panel={panel} kind={kind} spec={spec} />;
  return (
    <div className="flex flex-col gap-3 pb-3">
      <h2 className="flex min-h-8 items-center text-base font-semibold max-md:hidden">{t('title')}</h2>
      <div className="flex flex-wrap gap-2">
        <StartLink market={spec.market} />
        <GuideTip>
          <TourButton />
        </GuideTip>
      </div>
      <div data-tour="picker">
        <StrategyPicker
          instrument={{ market: spec.market, type: marketKindOf(spec) }}
          onSelect={panel.select}
          {...(spec.contract === undefined ? { onMoon: panel.openMoon } : {})}
        />
      </div>
    </div>
  );
}

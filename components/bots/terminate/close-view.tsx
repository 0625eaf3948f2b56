'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { SendButton, UnansweredNotice } from '#components/ui/held-fields.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Held } from '#lib/client/held.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { LIMIT_EXPIRATION_MINUTES } from '#lib/formulas/termination.ts';
import type { StopOption } from './bot-end.ts';
import { heldCoinsOf, isAllowed, preselectedIn, savedChoice, stopOption } from './close-choice.ts';
import { type CloseChoice, type ClosedLeg, closedLegsOf, hasOneBook, sellsAtEnd } from './close-leg.ts';
import { CloseOptions } from './close-options.tsx';
import { ClosePrices } from './close-prices.tsx';
import { CloseResult } from './close-result.tsx';
import { useCloseFacts } from './use-close-facts.ts';
import { type ClosePreview, useClosePreview } from './use-close-preview.ts';
import { useTerminate } from './use-terminate.ts';
import { WayLeft } from './way-left.tsx';

const PREVIEW_DEBOUNCE_MS = 300;

interface Props {
  readonly bot: StrategyRow;
  readonly title: string;
  readonly isAdjusting: boolean;
  readonly onClose: () => void;
}

const MARKET = { type: 'market', slippage: '', minutes: LIMIT_EXPIRATION_MINUTES[0] } as const;

/** The stop options that are saved with the exchange (M-311). Where they cannot be had there are none. */
function useSavedOptions(bot: StrategyRow): {
  readonly options: readonly StopOption[] | undefined;
  readonly isLoading: boolean;
} {
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data, error } = useCall('stopOptions', { query }, { revalidateOnFocus: false });
  const options = Array.isArray(data?.data) ? data.data : undefined;
  return { options, isLoading: data === undefined && error === undefined };
}

/** What the choice brings, as soon as the typing rests: that is what is confirmed. */
function ChosenEnd({
  bot,
  choice,
  title,
  onClose,
  footer,
  children,
}: {
  readonly bot: StrategyRow;
  readonly choice: CloseChoice;
  readonly title: string;
  readonly onClose: () => void;
  readonly footer: (preview: ClosePreview | null | undefined) => ReactNode;
  readonly children: ReactNode;
}) {
  const { type, minutes } = choice;
  const slippage = useDebounced(choice.slippage, PREVIEW_DEBOUNCE_MS);
  const latest = useClosePreview(bot, { type, slippage, minutes });
  // While it is being typed the last answer is that of another slippage.
  const preview = slippage === choice.slippage ? latest : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer(preview)}>
      <div className="flex flex-col gap-4">
        {children}
        <CloseResult bot={bot} preview={preview} />
      </div>
    </Dialog>
  );
}

function Confirm({
  steps,
  isAdjusting,
  held,
  isDisabled,
  onCancel,
  onConfirm,
}: {
  readonly steps: Steps;
  readonly isAdjusting: boolean;
  readonly held: Held;
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}) {
  const t = useTranslations('bots.terminate');
  const action = useTranslations('common.action');
  const hasBefore = steps.isMixed && steps.isLast;
  return (
    <>
      <Button
        tone="ghost"
        disabled={(held.isBusy || held.isUnanswered) && hasBefore}
        onClick={hasBefore ? steps.back : onCancel}
      >
        {action(hasBefore ? 'back' : 'cancel')}
      </Button>
      <SendButton tone={isAdjusting ? 'primary' : 'danger'} held={held} disabled={isDisabled} onClick={onConfirm}>
        {t(isAdjusting ? 'save' : 'confirm')}
      </SendButton>
    </>
  );
}

function Next({
  isDisabled,
  onCancel,
  onNext,
}: {
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
  readonly onNext: () => void;
}) {
  const action = useTranslations('common.action');
  return (
    <>
      <Button tone="ghost" onClick={onCancel}>
        {action('cancel')}
      </Button>
      <Button tone="primary" disabled={isDisabled} onClick={onNext}>
        {action('next')}
      </Button>
    </>
  );
}

/** An end of which nothing is to be chosen. */
function UnaskedEnd({
  bot,
  preview,
}: {
  readonly bot: StrategyRow;
  readonly preview: ClosePreview | null | undefined;
}) {
  const t = useTranslations('bots.terminate');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{t(sellsAtEnd(bot) ? 'sellsAll' : 'simple')}</p>
      <CloseResult bot={bot} preview={preview} />
    </div>
  );
}

/** The dialog around what is no choice. */
function Frame({
  title,
  onClose,
  footer,
  wayLeft,
  children,
}: Pick<Props, 'title' | 'onClose'> & {
  readonly footer: ReactNode;
  readonly wayLeft: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <div className="flex flex-col gap-4">
        {wayLeft}
        {children}
      </div>
    </Dialog>
  );
}

/** The facts are too old to choose by. */
function TimedOut({ onAgain }: { readonly onAgain: () => void }) {
  const t = useTranslations('bots.terminate');
  const action = useTranslations('common.action');
  return (
    <EmptyState
      title={t('timeout')}
      hint={t('timeoutText')}
      action={<Button onClick={onAgain}>{action('refresh')}</Button>}
    />
  );
}

type Steps = ReturnType<typeof useSteps>;

/** The steps of a dialog: one, or of mixed strategies the contract, Next, the coins, with a way back (M-087). */
function useSteps(bot: StrategyRow) {
  const legs = closedLegsOf(bot);
  const [at, setAt] = useState(0);
  // By account; what is not in it is untouched: the spread's own preselection stands (M-156 … M-159).
  const [touched, setTouched] = useState<Readonly<Record<string, CloseChoice>>>({});
  const closed: ClosedLeg = legs[at] ?? legs[0];
  return {
    closed,
    isMixed: legs.length > 1,
    isLast: at === legs.length - 1,
    chosen: touched[closed.account],
    /** What the end brings is what becomes of the last leg: nothing is chosen of the one before it. */
    ofLast: touched[(legs.at(-1) ?? legs[0]).account],
    choose: (choice: CloseChoice) => setTouched((before) => ({ ...before, [closed.account]: choice })),
    /** What was chosen in the steps before. */
    before: legs.slice(0, at).flatMap((leg) => {
      const choice = touched[leg.account];
      return choice === undefined ? [] : [stopOption(bot, leg, choice)];
    }),
    /** On with what is chosen here. */
    next: (choice: CloseChoice) => {
      setTouched((before) => ({ ...before, [closed.account]: choice }));
      setAt(at + 1);
    },
    back: () => setAt(at - 1),
    reset: () => {
      setTouched({});
      setAt(0);
    },
  };
}

/** What is held, how it is to be closed, and what that brings; one step a leg. */
export function CloseView({ bot, title, isAdjusting, onClose }: Props) {
  const t = useTranslations('bots.terminate');
  const steps = useSteps(bot);
  const { closed } = steps;
  const facts = useCloseFacts(bot, closed, true);
  const atMarket = useClosePreview(bot, MARKET);
  const debts = atMarket?.debts ?? [];
  const heldCoins = heldCoinsOf(bot, closed, facts, debts);
  const saved = useSavedOptions(bot);
  const { terminate, isWayLeft, putBack, ...held } = useTerminate(bot, isAdjusting, saved.options, onClose);
  const wayLeft = <WayLeft isLeft={isWayLeft} isBusy={held.isBusy} onPutBack={putBack} />;
  const frame = (content: ReactNode, footer?: ReactNode) => (
    <Frame {...{ title, onClose, footer, wayLeft }}>{content}</Frame>
  );
  const again = (): void => {
    steps.reset();
    facts.refresh();
  };
  /** Of an end that is on its way to be told there is nothing to agree to yet. */
  const confirm = (options: readonly StopOption[], shown: ClosePreview | null | undefined, isOff = false) => (
    <Confirm
      steps={steps}
      isAdjusting={isAdjusting}
      held={held}
      isDisabled={isOff || shown === undefined}
      onCancel={onClose}
      onConfirm={() => void terminate(options, shown?.fingerprint)}
    />
  );
  // It was chosen by figures of then, and is asked for as it was sent.
  if (held.isUnanswered) return frame(<UnansweredNotice held={held} />, confirm([], null));
  if (facts.isTimedOut) return frame(<TimedOut onAgain={again} />);
  if (heldCoins === undefined || saved.isLoading) return frame(<Skeleton className="h-64 w-full" />);
  // A mixed strategy whose contract is none has not opened: it holds no coins either.
  const isSimple = heldCoins.length === 0 && (!steps.isMixed || !steps.isLast);
  if (sellsAtEnd(bot) || isSimple) {
    return frame(<UnaskedEnd bot={bot} preview={atMarket} />, confirm([], atMarket));
  }
  // While the book is unknown the careful reading holds: the coins are kept unless the trader chooses otherwise.
  // Bots of several coins have a book each: one of them says nothing of the others.
  const band = hasOneBook(bot) ? (facts.band ?? 'high') : 'low';
  const choice =
    steps.chosen ?? savedChoice(saved.options, closed, band, heldCoins) ?? preselectedIn(bot, closed, band);
  const isOff = !isAllowed(choice, closed, band, heldCoins);
  const footer = (shown: ClosePreview | null | undefined) =>
    steps.isLast ? (
      confirm([...steps.before, stopOption(bot, closed, choice)], shown, isOff)
    ) : (
      <Next isDisabled={isOff} onCancel={onClose} onNext={() => steps.next(choice)} />
    );
  return (
    <ChosenEnd
      bot={bot}
      choice={steps.isLast ? choice : (steps.ofLast ?? MARKET)}
      title={title}
      onClose={onClose}
      footer={footer}
    >
      {wayLeft}
      {steps.isMixed && <h3 className="text-sm font-medium">{t(`step.${closed.leg}`)}</h3>}
      <ClosePrices bot={closed.row} facts={facts} debts={debts} />
      <CloseOptions
        band={band}
        leg={closed.leg}
        kind={bot.strategy_type}
        isPosition={closed.account !== 'spot'}
        types={closed.types}
        heldCoins={heldCoins}
        choice={choice}
        onChange={steps.choose}
      />
    </ChosenEnd>
  );
}

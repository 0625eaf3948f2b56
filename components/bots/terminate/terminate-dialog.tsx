'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useCall } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import {
  DEFAULT_CLOSE_SLIPPAGE,
  isCloseSlippageValid,
  isMarketCloseDisabled,
  LIMIT_EXPIRATION_MINUTES,
  preselectedClose,
  type SpreadBand,
  YOUNG_BOT_SECONDS,
} from '#lib/formulas/termination.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import { isEnded, isEnding, profitFamilyOf } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { closeAccountOf, closeTypesOf, hasSeveralMarkets, legOf, sellsAtEnd } from './close-leg.ts';
import { type CloseChoice, CloseOptions } from './close-options.tsx';
import { ClosePrices } from './close-prices.tsx';
import { CloseResult } from './close-result.tsx';
import { type CloseFacts, useCloseFacts } from './use-close-facts.ts';
import { type ClosePreview, useClosePreview } from './use-close-preview.ts';
import { type StopOption, useTerminate } from './use-terminate.ts';

/** M-172. */
const DETAIL_REFRESH_MS = 5_000;
const SECONDS_PER_MINUTE = 60;
const PREVIEW_DEBOUNCE_MS = 300;

interface Props {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
}

/** The choice as the wire wants it: slippage as a fraction, expiration in seconds (M-114, M-236). */
function stopOption(bot: StrategyRow, choice: CloseChoice): StopOption {
  const percent = choice.type === 'limit' ? readDecimal(choice.slippage) : null;
  const slip = percent === null ? '0' : (shiftDecimal(percent, -2) ?? '0');
  return {
    account: closeAccountOf(bot),
    type: choice.type,
    market: bot.market,
    price: 'lastprice',
    slip,
    expiration: choice.type === 'limit' ? choice.minutes * SECONDS_PER_MINUTE : 0,
  };
}

/** What there is to close: coins besides the quote money, or the contract of a position; nothing then only orders end (M-151). */
function heldCoinsOf(bot: StrategyRow, facts: CloseFacts, debts: ClosePreview['debts']): readonly string[] | undefined {
  if (legOf(bot) === 'futures') {
    if (facts.size === undefined) return undefined;
    return /[1-9]/.test(facts.size) ? [bot.market] : [];
  }
  const [, quote = ''] = bot.market.split('_');
  const held = facts.balances
    ?.filter(({ currency, available, locked }) => currency !== quote && /[1-9]/.test(available + locked))
    .map(({ currency }) => currency);
  // Borrowed coins that were sold are held by nobody, and are to be bought back all the same.
  const owed = debts.map(({ currency }) => currency).filter((currency) => currency !== quote);
  return held === undefined ? undefined : [...new Set([...held, ...owed])];
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

/** The saved choice, where it may still be made. */
function savedChoice(
  options: readonly StopOption[] | undefined,
  bot: StrategyRow,
  band: SpreadBand,
  heldCoins: readonly string[],
): CloseChoice | null {
  const option = options?.[0];
  if (option === undefined || !closeTypesOf(bot).includes(option.type)) return null;
  if (option.type === 'market' && isMarketCloseDisabled(band, legOf(bot), heldCoins)) return null;
  const minutes = option.expiration / SECONDS_PER_MINUTE;
  return {
    type: option.type,
    slippage:
      option.type === 'limit' ? (shiftDecimal(option.slip, 2) ?? DEFAULT_CLOSE_SLIPPAGE) : DEFAULT_CLOSE_SLIPPAGE,
    minutes: LIMIT_EXPIRATION_MINUTES.find((one) => one === minutes) ?? LIMIT_EXPIRATION_MINUTES[0],
  };
}

/** What the choice brings, as soon as the typing rests. */
function ChosenResult({ bot, choice }: { readonly bot: StrategyRow; readonly choice: CloseChoice }) {
  const { type, minutes } = choice;
  const slippage = useDebounced(choice.slippage, PREVIEW_DEBOUNCE_MS);
  const preview = useClosePreview(bot, { type, slippage, minutes });
  // While it is being typed the last answer is that of another slippage.
  return <CloseResult bot={bot} preview={slippage === choice.slippage ? preview : undefined} />;
}

/** The spread's own choice, or a limit close where it is not offered. */
function preselectedIn(bot: StrategyRow, band: SpreadBand): CloseChoice {
  const types = closeTypesOf(bot);
  const wanted = factsOf(bot.strategy_type).trades === 'portfolio' ? 'no_close' : preselectedClose(band, legOf(bot));
  const otherwise = types.includes('limit') ? 'limit' : 'market';
  return {
    type: types.includes(wanted) ? wanted : otherwise,
    slippage: DEFAULT_CLOSE_SLIPPAGE,
    minutes: LIMIT_EXPIRATION_MINUTES[0],
  };
}

function isAllowed(choice: CloseChoice, bot: StrategyRow, band: SpreadBand, heldCoins: readonly string[]): boolean {
  if (choice.type === 'limit') return isCloseSlippageValid(choice.slippage);
  return choice.type !== 'market' || !isMarketCloseDisabled(band, legOf(bot), heldCoins);
}

/** Ends a bot, or adjusts how it is being ended: reminder, close options, time-out and finished views (M-081 … M-086). */
export function TerminateDialog({ bot: opened, onClose }: Props) {
  const t = useTranslations();
  const { data } = useCall(
    'strategies',
    {
      query: {
        strategy_id: String(opened.strategy_id),
        strategy_type: opened.strategy_type,
        data_period: 'all_period',
      },
    },
    { refreshInterval: DETAIL_REFRESH_MS },
  );
  const bot = data?.data?.[0] ?? opened;
  // The mode is the one that the dialog was opened in: a bot that begins to end meanwhile must not change it under the hand.
  const [isAdjusting] = useState(isEnding(opened));
  const [isReminded, setIsReminded] = useState(isAdjusting || opened.run_times >= YOUNG_BOT_SECONDS);
  const title = t(isAdjusting ? 'bots.terminate.adjustTitle' : 'bots.terminate.title');
  if (isEnded(bot)) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={title}
        footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
      >
        <EmptyState title={t('bots.terminate.finished')} />
      </Dialog>
    );
  }
  if (!isReminded) return <Reminder bot={bot} onClose={onClose} onGoOn={() => setIsReminded(true)} />;
  return <CloseView bot={bot} title={title} isAdjusting={isAdjusting} onClose={onClose} />;
}

/** What a young bot has not had the time for, by what it earns from. */
const REMINDERS = { grid: 'reminderText', round: 'reminderRoundText', realised: 'reminderTradeText' } as const;

function Reminder({ bot, onClose, onGoOn }: Props & { readonly onGoOn: () => void }) {
  const t = useTranslations('bots.terminate');
  const format = useBotFormat();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('reminderTitle')}
      footer={
        <>
          <Button tone="ghost" onClick={onGoOn}>
            {t('anyway')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('hold')}
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        {t(REMINDERS[profitFamilyOf(bot.strategy_type)], { time: format.duration(bot.run_times) })}
      </p>
    </Dialog>
  );
}

function Confirm({
  isAdjusting,
  isBusy,
  isDisabled,
  onCancel,
  onConfirm,
}: {
  readonly isAdjusting: boolean;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}) {
  const t = useTranslations('bots.terminate');
  const action = useTranslations('common.action');
  return (
    <>
      <Button tone="ghost" onClick={onCancel}>
        {action('cancel')}
      </Button>
      <Button tone={isAdjusting ? 'primary' : 'danger'} isBusy={isBusy} disabled={isDisabled} onClick={onConfirm}>
        {t(isAdjusting ? 'save' : 'confirm')}
      </Button>
    </>
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

function CloseView({
  bot,
  title,
  isAdjusting,
  onClose,
}: Props & { readonly title: string; readonly isAdjusting: boolean }) {
  const t = useTranslations('bots.terminate');
  const facts = useCloseFacts(bot, true);
  const atMarket = useClosePreview(bot, MARKET);
  const debts = atMarket?.debts ?? [];
  const heldCoins = heldCoinsOf(bot, facts, debts);
  // Null = untouched: the spread's own preselection stands (M-156 … M-159).
  const [touched, setTouched] = useState<CloseChoice | null>(null);
  const saved = useSavedOptions(bot);
  const { isBusy, terminate } = useTerminate(bot, isAdjusting, saved.options, onClose);
  const frame = (content: ReactNode, footer?: ReactNode) => (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      {content}
    </Dialog>
  );
  if (facts.isTimedOut) {
    const again = (): void => {
      setTouched(null);
      facts.refresh();
    };
    return frame(<TimedOut onAgain={again} />);
  }
  if (heldCoins === undefined || saved.isLoading) return frame(<Skeleton className="h-64 w-full" />);
  const simple = (text: string) =>
    frame(
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{text}</p>
        <CloseResult bot={bot} preview={atMarket} />
      </div>,
      confirm([], false),
    );
  const confirm = (options: readonly StopOption[], isDisabled: boolean) => (
    <Confirm
      isAdjusting={isAdjusting}
      isBusy={isBusy}
      isDisabled={isDisabled}
      onCancel={onClose}
      onConfirm={() => void terminate(options)}
    />
  );
  if (sellsAtEnd(bot)) return simple(t('sellsAll'));
  if (heldCoins.length === 0) return simple(t('simple'));
  // While the book is unknown the careful reading holds: the coins are kept unless the trader chooses otherwise.
  // Bots of several markets have a book each: one of them says nothing of the others.
  const band = hasSeveralMarkets(bot) ? 'low' : (facts.band ?? 'high');
  const choice = touched ?? savedChoice(saved.options, bot, band, heldCoins) ?? preselectedIn(bot, band);
  return frame(
    <div className="flex flex-col gap-4">
      <ClosePrices bot={bot} facts={facts} debts={debts} />
      <CloseOptions
        band={band}
        leg={legOf(bot)}
        kind={bot.strategy_type}
        isPosition={closeAccountOf(bot) !== 'spot'}
        types={closeTypesOf(bot)}
        heldCoins={heldCoins}
        choice={choice}
        onChange={setTouched}
      />
      <ChosenResult bot={bot} choice={choice} />
    </div>,
    confirm([stopOption(bot, choice)], !isAllowed(choice, bot, band, heldCoins)),
  );
}

import type { CoinBot } from '../../engine/body/coin-bot.ts';
import type { CoinParams } from '../../engine/body/coin-params.ts';
import { ContractRoundMachine } from '../../engine/body/contract-round-machine.ts';
import type { LadderBot, LadderParams } from '../../engine/body/ladder-bot.ts';
import { payIn, tellDeposit } from '../../engine/body/owner-money.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import { CoinRoundLeg } from '../../engine/body/round-coins.ts';
import { RoundContractBot } from '../../engine/body/round-contract.ts';
import { followExits, ROUND_SLOTS } from '../../engine/body/round-life.ts';
import { RoundMachine } from '../../engine/body/round-machine.ts';
import { COIN_ROUND_MONEY, CONTRACT_ROUND_MONEY } from '../../engine/body/round-money.ts';
import { readContractRounds, readRoundSnapshot } from '../../engine/body/round-snapshot.ts';
import { newRounds } from '../../engine/body/rounds.ts';
import type { CoinDecisions } from '../../engine/body/rules.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { isSameBut } from '../../engine/body/stop-change.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView } from '../../engine/machine.ts';
import { isContract } from '../../formulas/contract-value.ts';
import { changeRounds } from './changing.ts';
import { MARTINGALE } from './decisions.ts';
import type { ContractMartingaleParams, MartingaleParams } from './params.ts';
import { roundRulesOf } from './round-rules.ts';

type SpotParams = MartingaleParams & CoinParams;
type InContractParams = ContractMartingaleParams & LadderParams;

const ON_SPOT: CoinDecisions<SpotParams> = { ...MARTINGALE, onTimer: () => undefined };

const onSpot = (params: MartingaleParams): SpotParams => ({ ...params, investIn: 'quote', stopCheck: 'tick' });
const inContract = (params: ContractMartingaleParams): InContractParams => ({ ...params, stopCheck: 'tick' });

function newSpotBot(params: MartingaleParams, view: MarketView, sink: EngineSink): CoinBot<SpotParams> {
  const bot = newCoinBot(onSpot(params), ROUND_SLOTS, view, sink, COIN_ROUND_MONEY);
  bot.rounds = newRounds(roundRulesOf(params), new CoinRoundLeg(bot), params.firstSize);
  return bot;
}

function newContractBot(
  params: ContractMartingaleParams,
  view: MarketView,
  sink: EngineSink,
): RoundContractBot<InContractParams> {
  if (!isContract(params.spec)) throw new Error('A futures martingale needs a contract');
  const bot = new RoundContractBot(inContract(params), ROUND_SLOTS, CONTRACT_ROUND_MONEY, view, sink);
  bot.rounds = newRounds(roundRulesOf(params), bot.roundLeg, params.firstSize);
  return bot;
}

/** Take profit and stop loss are where the params say. */
function follow(bot: LadderBot): void {
  followExits(bot);
  if (!bot.isRunning && !bot.isPaused) return;
  resetOuter(bot);
  resetSlot(bot);
}

/** A spot martingale that has not started. */
export function createMartingale(params: MartingaleParams, view: MarketView, sink: EngineSink): BotMachine {
  return new RoundMachine<SpotParams>(newSpotBot(params, view, sink), ON_SPOT);
}

/** A spot martingale as it was when `snapshot()` was taken. */
export function restoreMartingale(
  params: MartingaleParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): RoundMachine<SpotParams> {
  const bot = newSpotBot(params, view, sink);
  if (readRoundSnapshot(bot, [bot.slot], snapshot)) follow(bot);
  return new RoundMachine<SpotParams>(bot, ON_SPOT);
}

/**
 * A spot martingale with other exits, while it waits for its trigger with another one, or with more money: that is free at once for the orders
 * of the round that lack some, and rounds that begin from then on are as large as all that it was given allows.
 */
export function changeMartingale(
  before: MartingaleParams,
  after: MartingaleParams,
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  const { deposit, timeMs } = change;
  if (deposit === 0n) return changeSpotRounds(before, after, snapshot, change, view, sink);
  if (!isSameBut(before, after, ['investment'])) return 'not-changeable';
  const bot = newSpotBot(before, view, sink);
  readRoundSnapshot(bot, [bot.slot], snapshot);
  if (!bot.isRunning) return 'not-running';
  bot.params = onSpot(after);
  payIn(bot, deposit);
  tellDeposit(bot, deposit, timeMs);
  return new RoundMachine<SpotParams>(bot, ON_SPOT);
}

const changeSpotRounds = changeRounds(restoreMartingale, onSpot);

/** A futures martingale that has not started. */
export function createContractMartingale(
  params: ContractMartingaleParams,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new ContractRoundMachine(newContractBot(params, view, sink), MARTINGALE);
}

/** A futures martingale as it was when `snapshot()` was taken. */
export function restoreContractMartingale(
  params: ContractMartingaleParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): ContractRoundMachine<InContractParams> {
  const bot = newContractBot(params, view, sink);
  if (readContractRounds(bot, snapshot)) follow(bot);
  return new ContractRoundMachine(bot, MARTINGALE);
}

/** A futures martingale with other exits, or while it waits for its trigger with another one. */
export const changeContractMartingale = changeRounds(restoreContractMartingale, inContract);

export const MARTINGALE_ENGINE: EngineKind<MartingaleParams> = {
  tradesAreWhole: true,
  create: createMartingale,
  restore: restoreMartingale,
  change: changeMartingale,
};

export const CONTRACT_MARTINGALE_ENGINE: EngineKind<ContractMartingaleParams> = {
  tradesAreWhole: true,
  create: createContractMartingale,
  restore: restoreContractMartingale,
  change: changeContractMartingale,
};

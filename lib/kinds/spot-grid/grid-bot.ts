import type { CoinBot } from '../../engine/body/coin-bot.ts';
import type { CoinDecisions } from '../../engine/body/rules.ts';
import type { SpotGridParams } from './params.ts';

/** A bot with a grid between two prices: a slot between each pair of lines. */
export type GridBot = CoinBot<SpotGridParams>;
export type GridDecisions = CoinDecisions<SpotGridParams>;

/**
 * What is simulated: coins, priced in USDT, that share one market factor. A coin's daily log return is
 * `beta` × factor + its own noise. The figures are of the size that the recorded years 2024–2026 show (daily
 * volatility of bitcoin about 2 %, of the others 3–4.5 %; correlation with bitcoin 0.6–0.8).
 */
export interface SimulatedCoin {
  readonly coin: string;
  /** Price in USDT around which the coin lives. */
  readonly level: number;
  /** Share of the factor in its returns; bitcoin's is 1. */
  readonly beta: number;
  /** Daily volatility of its own, as a fraction. */
  readonly ownVolatility: number;
  /** Coins traded on an average day on its USDT market. */
  readonly dailyVolume: number;
}

/** Daily volatility of the market factor, as a fraction. */
export const FACTOR_VOLATILITY = 0.018;

export const SIMULATED_COINS: readonly SimulatedCoin[] = [
  { coin: 'BTC', level: 68_000, beta: 1, ownVolatility: 0.008, dailyVolume: 15_000 },
  { coin: 'ETH', level: 2_400, beta: 1.3, ownVolatility: 0.016, dailyVolume: 280_000 },
  { coin: 'SOL', level: 130, beta: 1.5, ownVolatility: 0.022, dailyVolume: 2_600_000 },
  { coin: 'XRP', level: 1.6, beta: 1.3, ownVolatility: 0.022, dailyVolume: 90_000_000 },
  { coin: 'BNB', level: 640, beta: 1.25, ownVolatility: 0.019, dailyVolume: 110_000 },
  { coin: 'DOGE', level: 0.16, beta: 1.7, ownVolatility: 0.027, dailyVolume: 800_000_000 },
  { coin: 'ADA', level: 0.6, beta: 1.55, ownVolatility: 0.024, dailyVolume: 110_000_000 },
];

/** Coins traded on an average day on a cross market (base coins). */
export const CROSS_DAILY_VOLUME: Readonly<Record<string, number>> = { ETH_BTC: 9_000 };

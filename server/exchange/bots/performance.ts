/** Metrics of bots: the formulas themselves are in lib/formulas, where the browser's preview finds them too. */
export { annualisedRateE8 } from '#lib/formulas/annualised.ts';
export { maxDrawdownE8 } from '#lib/formulas/drawdown.ts';
export { type DataPeriod, pointsOfPeriod } from '#lib/formulas/periods.ts';
export { sharpeRatio } from '#lib/formulas/sharpe.ts';

/** Who writes the money of bots, in the engine: everybody else reads it. */
export const WRITERS_OF_MONEY: readonly RegExp[] = [
  // Fills: of coins, of parts of them at a venue, of portfolios, of positions and rounds.
  /^lib\/engine\/(held-coins|body\/(books|piece-books|sold-lots|average-cost|leg-trades|position|round-coins))\.ts$/,
  // What orders of a ladder hold back.
  /^lib\/engine\/body\/ladder\.ts$/,
  // Contracts.
  /^lib\/engine\/body\/(contract-(trade|trades|ladder|pieces|position)|short-trades|round-contract)\.ts$/,
  // Loans, and what the owner pays in and takes out.
  /^lib\/engine\/body\/(debt|owner-money)\.ts$/,
  // What a bot begins with.
  /^lib\/engine\/body\/(coin-bot|coin-leg|markets-bot|summed-bot|coin-machine|markets-machine)\.ts$/,
  // Bots from their store.
  /^lib\/engine\/body\/(snapshot|contract-snapshot|markets-snapshot|covered-snapshot|stored-amounts)\.ts$/,
  // The numbers themselves.
  /^lib\/engine\/body\/(exact|coin-scale)\.ts$/,
];

/** What the books of bots hold (coin-bot.ts, loan.ts). */
export const MONEY =
  'quote|base|freeQuote|freeBase|spareCost|start|gridProfit|positionCash|fees|matchedProfit|interest';

/** Where the agreement is read, below a language: what the exchange names (`url` of bot_agreement) is the page's own address. */
export const AGREEMENT_PATH = '/help/bots/agreement';

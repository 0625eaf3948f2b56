/** Part of a bot's page: its operation records. */
export const RECORDS_PART = 'records';

/** What the address of a bot's page says when its copy form is to be open. */
export const COPY_WORD = 'copy';

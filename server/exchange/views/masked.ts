/** Stands for a value that the viewer may not see (M-279). */
export const MASKED = '-';

/** Form value that says whether trial funds are to be used; it is the form's own, no definition reads it. */
export const TRIAL_FIELD = 'use_experience';

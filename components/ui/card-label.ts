import { createContext } from 'react';

/** Whether what is drawn is a label on a row's card: the card as a whole is pressed there, and labels stand too close for a finger. */
export const CardLabelContext = createContext(false);

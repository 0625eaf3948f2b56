import { createContext } from 'react';

/** Whether what is drawn is a label on a card that opens its row: the card as a whole is pressed there. */
export const CardLabelContext = createContext(false);

/** Keys of the two looks that a browser remembers (H45: the rise colour is a local preference). */
export const THEME_KEY = 'theme';
export const RISE_KEY = 'rise_color';
/** Kept by browsers that somebody is logged in with: pages that begin with the trader's own bots leave them their place from the first paint. It says nothing to a server, and nobody is let in by it. */
export const TRADER_KEY = 'trader';

/**
 * Runs before first paint, inlined by the layout, so that a page never flashes in the other theme. The policy of pages
 * with a nonce allows exactly this text by its hash: proxy.ts computes it from here.
 */
export const APPEARANCE_SCRIPT = `try{var d=document.documentElement,t=localStorage.getItem('${THEME_KEY}'),r=localStorage.getItem('${RISE_KEY}');if(!t)t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';d.dataset.theme=t;d.dataset.rise=r||'green';if(localStorage.getItem('${TRADER_KEY}'))d.dataset.trader='1'}catch(e){}`;

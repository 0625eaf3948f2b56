import { registerHooks } from 'node:module';

/** `node --import` of this: whoever asks for the package ccxt, which is not a dependency, is given the stand-in. */
const { href } = new URL('./ccxt-stand-in.ts', import.meta.url);
const url = `data:text/javascript,${encodeURIComponent(`import { Gate } from '${href}'; export default { gate: Gate };`)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'ccxt' ? { url, shortCircuit: true } : next(specifier, context),
});

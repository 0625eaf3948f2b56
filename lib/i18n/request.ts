import { lang } from 'next/root-params';
import { getRequestConfig } from 'next-intl/server';
import { DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { loadMessages, NAMESPACES } from './messages.ts';

/** Server components see every namespace; what the browser gets is chosen by <PageMessages>. */
export default getRequestConfig(async ({ locale }) => {
  const wanted = locale ?? (await lang());
  const language = isLanguage(wanted) ? wanted : DEFAULT_LANGUAGE;
  return { locale: language, messages: await loadMessages(language, NAMESPACES), timeZone: 'UTC' };
});

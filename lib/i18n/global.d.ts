import type { Language } from './languages.ts';
import type { Messages } from './messages.ts';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

import type { MetadataRoute } from 'next';
import { publicUrl } from '#server/settings/env.ts';

/** The address is known at run time. */
export const dynamic = 'force-dynamic';

/** Public pages are for everyone; calls, account pages and the form of the filters, which leads to lists that have addresses, are not for search engines. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/*/login', '/*/register', '/*/strategybot/filter?'] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}

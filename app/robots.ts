import type { MetadataRoute } from 'next';
import { publicUrl } from '#server/settings/env.ts';

/** The address is known at run time. */
export const dynamic = 'force-dynamic';

/** Public pages are for everyone; calls and account pages are not for search engines. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/*/login', '/*/register'] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}

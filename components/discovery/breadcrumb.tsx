import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { BreadcrumbLd } from './json-ld.tsx';

/** The way here, for people and for search engines; the last step is this page. */
export function Breadcrumb({
  baseUrl,
  crumbs,
}: {
  readonly baseUrl: string;
  readonly crumbs: readonly { readonly name: string; readonly path: string }[];
}) {
  const t = useTranslations('public.detail');
  return (
    <nav aria-label={t('breadcrumb')} className="text-xs">
      <BreadcrumbLd crumbs={crumbs.map(({ name, path }) => ({ name, url: `${baseUrl}${path}` }))} />
      <ol className="flex flex-wrap items-center gap-1 text-ink-3">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-1">
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <>
                <a href={path} className="flex min-h-11 items-center hover:text-ink-1 md:min-h-9">
                  {name}
                </a>
                <Icon name="chevronRight" size={12} />
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { notFound } from 'next/navigation';
import { notFoundMetadata } from '../not-found-metadata.ts';

export const generateMetadata = notFoundMetadata;

/** Paths that no page answers: not-found.tsx inside the site's shell, with status 404. */
export default function UnknownPage() {
  notFound();
}

import { notFound } from 'next/navigation';
import { ImageResponse } from 'next/og';
import { getTranslations } from 'next-intl/server';
import { botShareImage } from '#components/discovery/bot-share-image.tsx';
import { SHARE_IMAGE_SIZE } from '#components/discovery/share-image.tsx';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { readSharedBot } from '../../../_readings/shared-bot.ts';

export const revalidate = 2;
export const size = SHARE_IMAGE_SIZE;
export const contentType = 'image/png';
export const alt = 'Strategybot';

/** Drawn when it is first asked for, not while building. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; type: string; id: string }>;
}

/** A shared bot's picture. */
export default async function SharedBotImage({ params }: Props) {
  const { type, id } = await params;
  const bot = await readSharedBot(type, id);
  if (bot === null) notFound();
  const { row, days } = bot;
  // A picture without its curve would be kept.
  if (days === null) throw new PublicReadingFailed('dailyCurve: nothing is known');
  const t = await getTranslations({ locale: 'en', namespace: 'public' });
  return new ImageResponse(botShareImage(row, days, t), size);
}

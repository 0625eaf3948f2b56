import { everyLateText, lateTexts } from '#server/pages/late-texts.ts';

export const dynamic = 'force-static';

export const generateStaticParams = everyLateText;

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ lang: string; namespace: string }> },
): Promise<Response> {
  const { lang, namespace } = await params;
  return lateTexts(lang, namespace);
}

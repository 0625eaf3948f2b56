import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FaqLd } from '#components/discovery/json-ld.tsx';

const QUESTIONS = ['what', 'earns', 'loses', 'costs'] as const;

/** What a page of help says of a kind or a product, question by question. */
export type Answers = Readonly<Record<(typeof QUESTIONS)[number], readonly string[]>>;

/** The questions with their answers, for readers and for search engines. `name`: of whom they are asked. */
export function HelpAnswers({ name, answers }: { readonly name: string; readonly answers: Answers }) {
  const t = useTranslations('help.page');
  return (
    <>
      <FaqLd
        // Among the answers of a search nothing else says of whom it is asked.
        questions={QUESTIONS.map((id) => ({ question: `${name}: ${t(id)}`, answer: answers[id].join(' ') }))}
      />
      {QUESTIONS.map((id) => (
        <HelpPart key={id} id={id} title={t(id)}>
          <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm text-ink-2">
            {answers[id].map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </HelpPart>
      ))}
    </>
  );
}

export function HelpPart({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-6 max-w-180">
      <h2 id={id} className="mb-1 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';

/** The narrow column in which people log in and sign up. */
export function AccountPanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-[440px] px-4 py-6 md:py-16">
      <div className="panel p-4 md:p-8">
        <h1 className="mb-5 text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}

import { keepTyped, typedBefore } from '#lib/client/use-typed.ts';

function textOf(form: HTMLFormElement): string {
  const texts = [...new FormData(form)].map(([field, said]) => [field, typeof said === 'string' ? said : '']);
  return new URLSearchParams(texts).toString();
}

/** Chooses what was chosen; what lies in a fold that is shut is opened where it differs. */
function choose(form: HTMLFormElement, kept: string): void {
  const said = new URLSearchParams(kept);
  for (const select of form.querySelectorAll('select')) {
    const value = said.get(select.name);
    if (value === select.value || ![...select.options].some((option) => option.value === value)) continue;
    select.value = value ?? '';
    const fold = form.closest('details');
    if (fold !== null) fold.open = true;
  }
}

/** Chooses in the form what was kept for this page, and keeps what is chosen from now on. */
export function keepChoices(name: string, form: HTMLFormElement): void {
  choose(form, typedBefore(name));
  const keep = (): void => keepTyped(name, textOf(form));
  // What was chosen before this came, too.
  keep();
  form.addEventListener('change', keep);
  form.dataset.keeps = name;
}

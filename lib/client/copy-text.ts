'use client';

/** Puts a text into the clipboard; rejects when the browser does not let us. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  // Over plain http (a home network) browsers have no clipboard; what is selected can be copied there as ever.
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const holder = document.activeElement;
  // An open dialog keeps the focus within itself; not every browser gives it to a button that is pressed.
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  (dialog ?? document.body).append(field);
  try {
    field.select();
    if (!document.execCommand('copy')) throw new Error('the browser copies nothing');
  } finally {
    field.remove();
    if (holder instanceof HTMLElement) holder.focus({ preventScroll: true });
  }
}

/** From the text that a control of the browser gives to the option that it stands for; a text of none chooses nothing. */
export function choosing<Value extends string>(
  options: readonly { readonly value: Value }[],
  onChange: (value: Value) => void,
): (text: string) => void {
  return (text) => {
    const chosen = options.find(({ value }) => value === text);
    if (chosen !== undefined) onChange(chosen.value);
  };
}

/** Choices of which one is always made, as radios: which part is in sight follows from the chosen one in CSS, so it works without JavaScript. */
export function RadioTabs<V extends string>({
  label,
  name,
  options,
  onChange,
}: {
  readonly label: string;
  /** One on the page; several of one name would be one choice. */
  readonly name: string;
  /** The first is chosen when the page comes. */
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange?: ((value: V) => void) | undefined;
}) {
  return (
    <fieldset className="flex w-fit rounded-md bg-surface-2 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, label: text }, index) => (
        <label
          key={value}
          className="flex min-h-10 cursor-pointer items-center rounded px-3 text-xs whitespace-nowrap text-ink-2 hover:text-ink-1 has-checked:bg-surface-3 has-checked:font-medium has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-(--focus) md:min-h-7"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={index === 0}
            {...(onChange === undefined ? {} : { onChange: () => onChange(value) })}
            className="sr-only"
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

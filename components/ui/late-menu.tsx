'use client';

import { type ComponentType, type ReactNode, startTransition, useState } from 'react';
import { latePart } from '#lib/client/late-part.ts';

/** How a menu's button looks and is called. */
export interface MenuButton {
  /** Its name where what stands in it has no words. */
  readonly label?: string;
  readonly className: string;
  readonly children?: ReactNode;
}

/** What a menu is told when it comes: it opens at once, because it was pressed for. */
export interface MenuOpening {
  readonly button: MenuButton;
  /** Opened by a key: its first entry has the focus then. */
  readonly isByKey: boolean;
}

/**
 * The button of a menu that is loaded when it is pressed for the first time (and asked for as soon as somebody is near it):
 * most visitors open none, and a menu is a tenth of what a page may weigh. From then on the menu has the button.
 */
export function LateMenu<P extends object>({
  name,
  load,
  button,
  rest,
}: {
  readonly name: string;
  readonly load: () => Promise<ComponentType<P & MenuOpening>>;
  readonly button: MenuButton;
  /** What the menu is told besides. */
  readonly rest: P;
}) {
  const [opened, setOpened] = useState<{ Menu: ComponentType<P & MenuOpening>; isByKey: boolean } | null>(null);
  const bring = (): Promise<ComponentType<P & MenuOpening>> => latePart(`menu-${name}`, load);
  if (opened !== null) return <opened.Menu {...rest} button={button} isByKey={opened.isByKey} />;
  const open = async (isByKey: boolean): Promise<void> => {
    const Menu = await bring();
    // Drawn piece by piece: it may come in the moment of the next tap, and would hold that up for as long as all its entries take.
    startTransition(() => setOpened({ Menu, isByKey }));
  };
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={button.label}
      className={button.className}
      onPointerEnter={() => void bring()}
      onFocus={() => void bring()}
      // A press of a key has no pointer that could have clicked.
      onClick={({ detail }) => void open(detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        void open(true);
      }}
    >
      {button.children}
    </button>
  );
}

import { useEffect, useEffectEvent } from 'react';

/** What each key does: a single key (`j`), or two in a row (`g a`). */
type Shortcuts = Readonly<Record<string, () => void>>;

/** Of all that know a key, the one that was registered last acts. */
const registered: { current: Shortcuts }[] = [];

/** The second key of a pair must follow within this many milliseconds. */
const PAIR_WITHIN = 1_000;

let first: { key: string; at: number } | undefined;

/** Keys that work anywhere on the screen, except while typing, in menus and in dialogs, or with Ctrl, Alt or ⌘. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const entry = {
      get current() {
        return current();
      },
    };
    if (registered.push(entry) === 1) document.addEventListener('keydown', listen);
    return () => {
      registered.splice(registered.indexOf(entry), 1);
      if (registered.length === 0) document.removeEventListener('keydown', listen);
    };
  }, []);
}

/** Does what a key does, for buttons and menus that offer the same. False if nothing on the screen knows the key. */
export function runShortcut(keys: string): boolean {
  const act = actionOf(keys);
  act?.();
  return act !== undefined;
}

const actionOf = (keys: string) =>
  registered.findLast(({ current }) => current[keys] !== undefined)?.current[keys];

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.shiftKey && /^[a-z]$/i.test(event.key)) return;
  if (belongsElsewhere(event.target)) return;
  const pair = first && Date.now() - first.at < PAIR_WITHIN ? `${first.key} ${event.key}` : undefined;
  first = undefined;
  const act = (pair && actionOf(pair)) ?? actionOf(event.key);
  if (act) {
    event.preventDefault();
    act();
  } else if (
    registered.some(({ current }) => Object.keys(current).some((keys) => keys.startsWith(`${event.key} `)))
  ) {
    first = { key: event.key, at: Date.now() };
  }
}

const typing =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu], [popover]';

/** Whether keys mean something else where they were pressed, or a dialog or menu is open. */
function belongsElsewhere(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(typing)) return true;
  return document.querySelector('[role$=dialog][data-state=open], [role=menu][data-state=open]') !== null;
}

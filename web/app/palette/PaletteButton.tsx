import { Button, chakra } from '@chakra-ui/react';
import { Search } from '#web/ui/icons.tsx';
import { useEffect, useState } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import type { Area } from '../layouts/navigation.ts';

const Palette = lazyDialog(() => import('./Palette.tsx').then((m) => m.Palette));

/** On a Mac, Ctrl-K edits text. */
const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
/** The keys that open it. */
export const keyName = isMac ? '⌘K' : 'Ctrl K';

const isKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.shiftKey &&
  !event.altKey;

/** Puts the focus in the search field of the screen. False if it has none. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type=search]');
  const field = [...fields].find((one) => one.checkVisibility?.() ?? true);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Opens the palette, as its shortcut does anywhere except in a dialog. */
export function PaletteButton({ area }: { area: Area }) {
  const [open, setOpen] = useState(false);
  useShortcuts({ '/': () => focusSearch() || setOpen(true) });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isKey(event) || document.querySelector('[role$=dialog][data-state=open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    if (!open) return;
    // Until its code has loaded, what someone types for it isn't a shortcut that acknowledges an alert.
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!document.querySelector('[role$=dialog][data-state=open]')) event.preventDefault();
    };
    document.addEventListener('keydown', hold, { capture: true });
    return () => document.removeEventListener('keydown', hold, { capture: true });
  }, [open]);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        px={{ base: 0, md: 2.5 }}
        borderColor={{ base: 'transparent', md: 'border' }}
        color="fg.muted"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <chakra.span srOnly={{ base: true, lg: false }}>Search</chakra.span>{' '}
        <chakra.kbd
          display={{ base: 'none', md: 'inline' }}
          fontFamily="inherit"
          textStyle="xs"
          px={1}
          borderWidth="1px"
          borderRadius="sm"
        >
          {keyName}
        </chakra.kbd>
      </Button>
      {open && <Palette area={area} onClose={() => setOpen(false)} />}
    </>
  );
}

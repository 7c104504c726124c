import { chakra } from '@chakra-ui/react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useReturnFocus } from './useReturnFocus.ts';

export type MenuItem = { label: string; act: () => void };

/** An element that the menu belongs to, or a point, such as where the pointer is. */
export type MenuPlace = HTMLElement | { x: number; y: number };

type Props = {
  label: string;
  at: MenuPlace;
  /** Items that belong together, with a line or a heading before the next ones. */
  groups: readonly { heading?: string; items: readonly MenuItem[] }[];
  onClose: () => void;
};

/** Distance to the edges of the window, in pixels. */
const EDGE = 8;

/** A menu of actions that one list shares for all of its rows. Keys work as in menus of the system. */
export function ActionMenu({ label, at, groups, onClose }: Props) {
  useReturnFocus();
  const menu = useRef<HTMLDivElement>(null);
  usePlace(menu, at);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    itemsOf(menu.current)[0]?.focus({ preventScroll: true });
    const onPointerDown = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) close();
    };
    const onBlur = () => close();
    document.addEventListener('pointerdown', onPointerDown, true);
    window.addEventListener('blur', onBlur);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      window.removeEventListener('blur', onBlur);
    };
  }, []);
  const choose = ({ act }: MenuItem) => {
    onClose();
    act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current);
    const now = items.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (now + 1) % items.length,
      ArrowUp: (now - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = to[event.key] ?? (event.key.length === 1 ? beginningWith(items, now, event.key) : -1);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (next >= 0) items[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    <chakra.div
      ref={menu}
      role="menu"
      aria-label={label}
      data-state="open"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      position="fixed"
      zIndex="popover"
      minW={48}
      maxW="calc(100vw - 1rem)"
      maxH="calc(100dvh - 1rem)"
      overflowY="auto"
      p={1}
      borderRadius="surface"
      bg="bg.panel"
      color="fg"
      boxShadow="floating"
      animation="fade-in {durations.fast} {easings.out}"
    >
      {groups.map(({ heading, items }, group) => (
        <chakra.div
          key={heading ?? group}
          role="group"
          aria-label={heading}
          css={{ '& + &': { mt: 1, pt: 1, borderTopWidth: '1px' } }}
        >
          {heading && (
            <chakra.p aria-hidden px={2.5} pt={1} pb={1} textStyle="xs" color="fg.muted">
              {heading}
            </chakra.p>
          )}
          {items.map((item) => (
            <chakra.button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => choose(item)}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              display="flex"
              alignItems="center"
              w="full"
              minH={8}
              px={2.5}
              borderRadius="control"
              textAlign="start"
              cursor="pointer"
              outline={0}
              _focus={{ bg: 'bg.muted' }}
              css={{ '@media (pointer: coarse)': { minH: 11 } }}
            >
              {item.label}
            </chakra.button>
          ))}
        </chakra.div>
      ))}
    </chakra.div>,
    document.body,
  );
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** The next item that begins with a letter. -1 if none does. */
function beginningWith(items: readonly HTMLElement[], now: number, letter: string): number {
  const order = items.map((_, n) => (now + 1 + n) % items.length);
  return order.find((n) => items[n]?.textContent.toLowerCase().startsWith(letter.toLowerCase())) ?? -1;
}

/** Puts the menu below the element at its end, or at the point, but within the window. */
function usePlace(menu: RefObject<HTMLElement | null>, at: MenuPlace): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const size = element.getBoundingClientRect();
    const box =
      at instanceof HTMLElement ? at.getBoundingClientRect() : new DOMRect(at.x + size.width, at.y - 4, 0, 4);
    const below = box.bottom + 4;
    const fits = below + size.height <= window.innerHeight - EDGE;
    const above = Math.min(box.top - 4, window.innerHeight - EDGE) - size.height;
    const left = Math.min(box.right - size.width, window.innerWidth - EDGE - size.width);
    Object.assign(element.style, {
      left: `${Math.max(EDGE, left)}px`,
      top: `${fits ? below : Math.max(EDGE, above)}px`,
    });
  }, [menu, at]);
}

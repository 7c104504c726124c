import { Button, chakra } from '@chakra-ui/react';
import { Menu } from '#web/ui/icons.tsx';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { PreferencesOwner } from '#web/lib/column-preferences.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useSidebarShape } from '#web/lib/screen-width.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { useScrollToHash } from '../palette/useScrollToHash.ts';
import { ThemeToggle } from '../ThemeToggle.tsx';
import { SkipLink } from './SkipLink.tsx';
import { SidebarContent, type SidebarProps } from './SidebarContent.tsx';

const loadSheet = () => import('./NavigationSheet.tsx').then((m) => m.NavigationSheet);
const NavigationSheet = lazyDialog(loadSheet);
const ShortcutSheet = lazyDialog(() => import('./ShortcutSheet.tsx').then((m) => m.ShortcutSheet));

type Props = {
  sidebar: Omit<SidebarProps, 'rail' | 'onNavigate'>;
  place: ReactNode;
  tools: ReactNode;
  /** Whether the screen may use more of a large window than text needs. */
  wide?: boolean;
  children: ReactNode;
};

/** In the header, which has no room for it on phones. Their navigation sheet has it. */
export const HeaderThemeToggle = () => useSidebarShape() !== 'sheet' && <ThemeToggle />;

/** The frame of the signed-in areas: sidebar, header, and the screen in it. */
export function Shell({ sidebar, place, tools, wide = false, children }: Props) {
  const shape = useSidebarShape();
  const { user } = useSession();
  useScrollToHash();
  const [sheet, setSheet] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  useShortcuts({ '?': () => setShortcuts(true) });
  useEffect(() => {
    // Preloaded, because people need the menu to reach other screens while offline.
    if (shape === 'sheet') loadSheet().catch(() => undefined);
  }, [shape]);
  return (
    <chakra.div minH="100dvh" display="flex">
      <SkipLink />
      {shape !== 'sheet' && (
        <chakra.aside
          position="sticky"
          top={0}
          h="100dvh"
          w={shape === 'rail' ? 'rail' : 'sidebar'}
          flexShrink={0}
          display="flex"
          flexDirection="column"
          overflowY="auto"
          bg="bg.panel"
          borderEndWidth="1px"
        >
          <SidebarContent {...sidebar} rail={shape === 'rail'} />
        </chakra.aside>
      )}
      <chakra.div flex={1} minW={0} display="flex" flexDirection="column">
        <chakra.header
          position="sticky"
          top={0}
          zIndex="header"
          h="header"
          flexShrink={0}
          display="flex"
          alignItems="center"
          gap={{ base: 1, md: 2 }}
          px={{ base: 2, md: 6 }}
          bg="bg.panel"
          borderBottomWidth="1px"
        >
          {shape === 'sheet' && (
            <Button variant="ghost" px={0} aria-label="Open menu" onClick={() => setSheet(true)}>
              <Menu size={20} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
          <chakra.div flex={1} minW={0}>
            {place}
          </chakra.div>
          {tools}
        </chakra.header>
        <chakra.main
          id="main"
          tabIndex={-1}
          flex={1}
          display="flex"
          flexDirection="column"
          w="full"
          maxW={wide ? 'tables' : 'content'}
          mx="auto"
          px={{ base: 4, md: 6 }}
          py={6}
          outline={0}
        >
          <PreferencesOwner value={user?.id ?? ''}>{children}</PreferencesOwner>
        </chakra.main>
      </chakra.div>
      {shortcuts && <ShortcutSheet onClose={() => setShortcuts(false)} />}
      {sheet && shape === 'sheet' && <NavigationSheet {...sidebar} onClose={() => setSheet(false)} />}
    </chakra.div>
  );
}

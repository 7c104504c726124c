import { Button, chakra, Drawer, Portal } from '@chakra-ui/react';
import { X } from '#web/ui/icons.tsx';
import { ThemeToggle } from '../ThemeToggle.tsx';
import { SidebarContent, type SidebarProps } from './SidebarContent.tsx';

/** The sidebar as a sheet over the page, on a phone. */
export function NavigationSheet({ onClose, ...sidebar }: SidebarProps & { onClose: () => void }) {
  return (
    <Drawer.Root open onOpenChange={(change) => !change.open && onClose()}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content aria-label="Menu">
            <SidebarContent {...sidebar} onNavigate={onClose} />
            {/* Headers of phones have no room for it. */}
            <chakra.span position="absolute" top={1.5} insetEnd={14}>
              <ThemeToggle />
            </chakra.span>
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" px={0} aria-label="Close menu">
                <X size={20} strokeWidth={1.75} aria-hidden />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}

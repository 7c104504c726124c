import { Button, chakra } from '@chakra-ui/react';
import { LogOut } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useSignOut } from '#web/features/auth/useSession.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { Wordmark } from '#web/ui/Mark.tsx';
import { SkipLink } from './layouts/SkipLink.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/** The shell for people who must set up a second factor first: only the setup and the way out. */
export function TwoFactorSetupLayout({ children }: { children: ReactNode }) {
  const signOut = useSignOut();
  return (
    <chakra.div minH="100dvh" display="flex" flexDirection="column">
      <SkipLink />
      <chakra.header
        display="flex"
        alignItems="center"
        gap={2}
        h="header"
        px={{ base: 4, md: 6 }}
        bg="bg.panel"
        borderBottomWidth="1px"
      >
        <chakra.span me="auto" display="inline-flex">
          <Wordmark />
        </chakra.span>
        <ThemeToggle />
        <Button variant="outline" onClick={() => confirmLeaving(() => void signOut())}>
          <LogOut size={16} strokeWidth={1.75} aria-hidden />
          Log out
        </Button>
      </chakra.header>
      <chakra.main
        id="main"
        tabIndex={-1}
        outline={0}
        w="full"
        maxW="content"
        mx="auto"
        px={{ base: 4, md: 6 }}
        py={6}
        display="flex"
        justifyContent="center"
      >
        {children}
      </chakra.main>
    </chakra.div>
  );
}

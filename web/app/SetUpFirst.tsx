import { Button, chakra } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSignOut } from '#web/features/auth/useSession.ts';
import { leaveThen } from '#web/lib/leaving.ts';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Wordmark } from '#web/ui/Mark.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SkipLink } from './layouts/SkipLink.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

const TwoFactorPage = lazy(() =>
  import('#web/features/auth/TwoFactorPage.tsx').then((m) => ({ default: m.TwoFactorPage })),
);

/** All that somebody sees who must set up a second factor first: the set-up and the way out. */
export function SetUpFirst() {
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
        <Button variant="outline" onClick={() => leaveThen(() => void signOut())}>
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
        <ErrorBoundary>
          <Suspense fallback={<LoadingSpinner />}>
            <TwoFactorPage />
          </Suspense>
        </ErrorBoundary>
      </chakra.main>
    </chakra.div>
  );
}

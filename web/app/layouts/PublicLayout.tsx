import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { Wordmark } from '#web/ui/Mark.tsx';
import { ThemeToggle } from '../ThemeToggle.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The shell of the pages everyone may see. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return (
    <chakra.div minH="100dvh" display="flex" flexDirection="column">
      <SkipLink />
      <chakra.header borderBottomWidth="1px" bg="bg.panel">
        <chakra.div
          display="flex"
          alignItems="center"
          gap={2}
          h={16}
          w="full"
          maxW="content"
          mx="auto"
          px={{ base: 4, md: 8 }}
        >
          <chakra.span asChild display="inline-flex" borderRadius="sm" me="auto">
            <Link to="/">
              <Wordmark />
            </Link>
          </chakra.span>
          <ThemeToggle />
          {!user && (
            <Button asChild variant="outline">
              <Link to="/auth">Login</Link>
            </Button>
          )}
          {/* A phone has no room for both. */}
          {!user && (
            <chakra.span display={{ base: 'none', sm: 'inline-flex' }}>
              <Button asChild>
                <Link to="/packages">Get Started</Link>
              </Button>
            </chakra.span>
          )}
        </chakra.div>
      </chakra.header>
      <chakra.main id="main" tabIndex={-1} flex={1} display="flex" flexDirection="column" outline={0}>
        {children}
      </chakra.main>
      <chakra.footer borderTopWidth="1px">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          gap={2}
          w="full"
          maxW="content"
          mx="auto"
          px={{ base: 4, md: 8 }}
          py={6}
          color="fg.muted"
          textStyle="sm"
        >
          <span>Netlantern watches UniFi networks.</span>
          <span>© {new Date().getFullYear()} Netlantern</span>
        </chakra.div>
      </chakra.footer>
    </chakra.div>
  );
}

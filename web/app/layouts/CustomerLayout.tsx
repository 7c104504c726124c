import { Button, chakra } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { ThemeToggle } from '../ThemeToggle.tsx';
import { LiveMark } from './LiveMark.tsx';
import { navigation } from './navigation.ts';
import { OpenAlerts } from './OpenAlerts.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { Place } from './Place.tsx';
import { PriceLines } from './PriceLines.tsx';
import { Shell } from './Shell.tsx';

const entries = navigation('customer');

/** The shell of the customer's screens. */
export function CustomerLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return (
    <Shell
      sidebar={{ label: 'Main', entries, footer: <PriceLines /> }}
      place={<Place whose={user?.team?.name} entries={entries} />}
      tools={
        <>
          <LiveMark />
          <OpenAlerts />
          {isAdmin(user) && (
            <Button asChild variant="outline" size="sm">
              <Link to="/admin" aria-label="Admin Mode">
                <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
                <chakra.span display={{ base: 'none', md: 'inline' }}>Admin Mode</chakra.span>
              </Link>
            </Button>
          )}
          <ThemeToggle />
          {user && <PersonMenu user={user} />}
        </>
      }
    >
      {children}
    </Shell>
  );
}

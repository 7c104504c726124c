import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { PublicFooter } from '#web/features/website/PublicFooter.tsx';
import { PublicHeader } from '#web/features/website/PublicHeader.tsx';
import { PublicFrame } from '#web/features/website/public.gql.ts';
import { withoutAnswer } from '#web/features/website/without-answer.ts';
import { confirmPageLoad } from '#web/lib/unsaved-changes.ts';
import { usePlatform, type Platform } from '#web/lib/platform.ts';
import { isSitePage } from '#web/lib/site-page.ts';
import { ThemeToggle } from '../ThemeToggle.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Beside a name, a logo has the default lantern's size. */
const lookOf = ({ platformName, logoUrl }: Platform) => ({
  siteName: platformName,
  logoUrl,
  logoWidth: 24,
  logoHeight: 24,
});

/** The shell of public pages. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { data, error } = useQuery(PublicFrame);
  const frame = data ?? (error && withoutAnswer);
  const platform = usePlatform();
  // The sign-in pages use the product's name, like the screens behind them.
  const look = isSitePage() ? frame?.siteBranding : lookOf(platform);
  return (
    <chakra.div minH="100dvh" display="flex" flexDirection="column" onClick={confirmPageLoad}>
      <SkipLink />
      <PublicHeader
        look={look}
        menu={frame?.menu ?? []}
        isSignedIn={user !== undefined}
        tools={<ThemeToggle />}
      />
      <chakra.main id="main" tabIndex={-1} flex={1} display="flex" flexDirection="column" outline={0}>
        {children}
      </chakra.main>
      {frame && (
        <PublicFooter
          footer={frame.footer}
          menu={frame.menu}
          social={frame.socialLinks}
          contact={frame.contactDetails}
        />
      )}
    </chakra.div>
  );
}

import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Megaphone, X } from '#web/ui/icons.tsx';
import { type ReactNode, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { usePolling } from '#web/lib/usePolling.ts';

export const CurrentAnnouncement = graphql(`
  query CurrentAnnouncement {
    announcement {
      text
      since
    }
  }
`);

const DISMISSED_KEY = 'announcement_put_aside';

/** Polling interval in milliseconds, because no event announces a new one. */
const POLL_INTERVAL_MS = 300_000;

/** The operator's announcement to every signed-in user, until they dismiss it. A new one appears again. */
export function Announcement(): ReactNode {
  const { data, refetch } = useQuery(CurrentAnnouncement, { fetchPolicy: 'cache-and-network' });
  usePolling(POLL_INTERVAL_MS, refetch);
  const [aside, setAside] = useState(() => localStorage.getItem(DISMISSED_KEY));
  const said = data?.announcement;
  const putAside = () => {
    if (!said) return;
    localStorage.setItem(DISMISSED_KEY, String(said.since));
    setAside(String(said.since));
    // The button disappears with the announcement, so the focus has to move.
    document.getElementById('main')?.focus();
  };
  return (
    <div aria-live="polite">
      {said && aside !== String(said.since) && (
        <chakra.aside
          aria-label="Announcement"
          display="flex"
          alignItems="flex-start"
          gap={2.5}
          mb={5}
          ps={3}
          pe={1}
          py={1}
          borderWidth="1px"
          borderRadius="control"
          borderColor="color-mix(in srgb, {colors.state.info} 35%, transparent)"
          bg="state.info.subtle"
          textStyle="sm"
        >
          <chakra.span color="state.info" mt={2}>
            <Megaphone size={16} strokeWidth={1.75} aria-hidden />
          </chakra.span>
          <chakra.p flex={1} minW={0} py={1.5} whiteSpace="pre-line" overflowWrap="anywhere">
            {said.text}
          </chakra.p>
          <Button variant="ghost" size="sm" px={0} aria-label="Dismiss announcement" onClick={putAside}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </chakra.aside>
      )}
    </div>
  );
}

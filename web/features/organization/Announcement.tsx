import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Megaphone, X } from '#web/ui/icons.tsx';
import { type ReactNode, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';

export const CurrentAnnouncement = graphql(`
  query CurrentAnnouncement {
    announcement {
      text
      since
    }
  }
`);

const PUT_ASIDE = 'announcement_put_aside';

/** How often it is looked for, in milliseconds: nobody tells of a new one. */
const LOOK_EVERY = 300_000;

/** What the operator has to say to everybody who is signed in, until they put it aside. The next one shows again. */
export function Announcement(): ReactNode {
  const { data, refetch } = useQuery(CurrentAnnouncement, { fetchPolicy: 'cache-and-network' });
  useAskAgain(LOOK_EVERY, refetch);
  const [aside, setAside] = useState(() => localStorage.getItem(PUT_ASIDE));
  const said = data?.announcement;
  const putAside = () => {
    if (!said) return;
    localStorage.setItem(PUT_ASIDE, String(said.since));
    setAside(String(said.since));
    // The button goes with what it stood beside.
    document.getElementById('main')?.focus();
  };
  return (
    <div aria-live="polite">
      {said && aside !== String(said.since) && (
        <chakra.aside
          aria-label="Message of the operator"
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
          <Button variant="ghost" size="sm" px={0} aria-label="Put the announcement aside" onClick={putAside}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </chakra.aside>
      )}
    </div>
  );
}

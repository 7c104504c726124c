import { chakra, Stack } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { PsaCard } from '#web/features/halopsa/PsaCard.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ChannelsSection } from './channels/ChannelsSection.tsx';
import { ControllerKeys } from './controllers/ControllerKeys.tsx';
import { Integrations } from './integrations.gql.ts';
import { PartHeading } from './PartHeading.tsx';
import { RulesSection } from './RulesSection.tsx';
import { TemplateCards } from './templates/TemplateCards.tsx';

/** The API keys for networks, and the channels for alerts. */
export function IntegrationsPage() {
  const looksOnly = useLooksOnly();
  const keys = useQuery(Controllers, { fetchPolicy: 'cache-only' });
  const others = useQuery(Integrations, { fetchPolicy: 'cache-only' });
  useNamedPart(Boolean(keys.data && others.data));
  return (
    <>
      <PageHeader
        title="API Integrations"
        description="API keys for your networks, and the channels that alerts are sent to."
        action={looksOnly && <ViewerNote />}
      />
      <PageParts />
      <Stack gap={10}>
        <ControllerKeys />
        <section aria-labelledby="psa">
          <PartHeading id="psa" title="PSA Integration">
            Opens tickets for alerts in your service desk.
          </PartHeading>
          <PsaCard />
        </section>
        <TemplateCards />
        <ChannelsSection />
        <RulesSection />
      </Stack>
    </>
  );
}

const parts = [
  { id: 'configured', name: 'Controllers' },
  { id: 'psa', name: 'PSA' },
  { id: 'available', name: 'Available Integrations' },
  { id: 'channels', name: 'Alert Configuration' },
  { id: 'rules', name: 'Alert Rules' },
];

/** Links to the page's sections. They replace the history entry, so that Back leaves the screen. */
function PageParts() {
  const { search } = useLocation();
  return (
    <chakra.nav
      aria-label="On this page"
      display="flex"
      flexWrap="wrap"
      columnGap={4}
      rowGap={1}
      mb={6}
      textStyle="sm"
    >
      {parts.map(({ id, name }) => (
        <chakra.a
          key={id}
          asChild
          color="brand.fg"
          fontWeight="medium"
          borderRadius="sm"
          _hover={{ textDecoration: 'underline' }}
          css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem' } }}
        >
          <Link to={{ search, hash: id }} replace>
            {name}
          </Link>
        </chakra.a>
      ))}
    </chakra.nav>
  );
}

/** Scrolls to the section in the address. @param ready changes as sections above finish loading, which would move it */
function useNamedPart(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1));
    if (!part) return;
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  }, [hash, key, ready]);
}

import { chakra, Link, Stack } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link as To, useLocation, useSearchParams } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { PsaCard } from '#web/features/halopsa/PsaCard.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { Hint } from '#web/ui/text.tsx';
import { ChannelsSection } from './channels/ChannelsSection.tsx';
import { ControllerKeys } from './controllers/ControllerKeys.tsx';
import { Integrations } from './integrations.gql.ts';
import { PartHeading } from './PartHeading.tsx';
import { RulesSection } from './RulesSection.tsx';
import { TemplateCards } from './templates/TemplateCards.tsx';

/** The API keys for networks, the channels for alerts, and the service desk for tickets. */
export function IntegrationsPage() {
  const looksOnly = useLooksOnly();
  const channels = useQuery(Integrations, { fetchPolicy: 'cache-only' });
  useNamedPart(Boolean(channels.data));
  return (
    <>
      <PageHeader
        title="API Integrations"
        description="API keys for your networks, and the channels that alerts are sent to."
        action={looksOnly && <ViewerNote />}
      />
      <PageTabs
        implied={useImpliedTab()}
        tabs={[
          { name: 'api', title: 'API', content: <Api /> },
          { name: 'channels', title: 'Channels', content: <Channels /> },
          { name: 'ticketing', title: 'Ticketing', content: <Ticketing /> },
        ]}
      />
    </>
  );
}

const Api = () => (
  <Stack gap={6}>
    <ControllerKeys />
    <Hint>
      To read alerts from your own programs, see{' '}
      <Link asChild>
        <To to="/integrate">Integrate</To>
      </Link>
      .
    </Hint>
  </Stack>
);

const Channels = () => (
  <Stack gap={10}>
    <ChannelsSection />
    <RulesSection />
  </Stack>
);

const Ticketing = () => (
  <Stack gap={10}>
    <chakra.section aria-labelledby="psa">
      <PartHeading id="psa" title="PSA Integration">
        Opens tickets for alerts in your service desk.
      </PartHeading>
      <PsaCard />
    </chakra.section>
    <TemplateCards />
  </Stack>
);

/** The tab of each section, for links that name a section. */
const tabOf: Record<string, string> = {
  '#configured': 'api',
  '#channels': 'channels',
  '#rules': 'channels',
  '#psa': 'ticketing',
  '#available': 'ticketing',
};

/** The tab that the address means by naming a section, a channel or a key to edit. */
function useImpliedTab(): string | undefined {
  const { hash } = useLocation();
  const [params] = useSearchParams();
  return tabOf[hash] ?? (params.has('channel') ? 'channels' : undefined);
}

/** Scrolls to the section in the address. @param ready changes as the channels finish loading, which moves what is below */
function useNamedPart(ready: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1));
    if (!part) return;
    part.scrollIntoView?.();
    part.focus({ preventScroll: true });
  }, [hash, key, ready]);
}

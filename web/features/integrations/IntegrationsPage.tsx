import { chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { PsaCard } from '#web/features/halopsa/PsaCard.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ChannelsSection } from './ChannelsSection.tsx';
import { ControllerKeys } from './ControllerKeys.tsx';
import { Integrations } from './integrations.gql.ts';
import { PageParts, useNamedPart } from './PageParts.tsx';
import { PartHeading } from './PartHeading.tsx';
import { RulesSection } from './RulesSection.tsx';
import { TemplateCards } from './templates/TemplateCards.tsx';

/** What Netlantern is connected to: the networks it watches and the places where it tells of them. */
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
      <chakra.div display="flex" flexDirection="column" gap={10}>
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
      </chakra.div>
    </>
  );
}

import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Integrations } from '../integrations.gql.ts';
import { PartHeading } from '../PartHeading.tsx';
import { DeleteTemplateIntegration } from './DeleteTemplateIntegration.tsx';
import type { Integration, Template } from './setup-form.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { IntegrationTemplates } from './templates.gql.ts';

const TemplateSetupDialog = lazyDialog(() =>
  import('./TemplateSetupDialog.tsx').then((m) => m.TemplateSetupDialog),
);

type Chosen = { template: Template; integration?: Integration };

/** What else can be connected: one card for each template on offer, and for what was made from one that no longer is. */
export function TemplateCards() {
  const { templates, made, error, refetch } = useTemplates();
  const [chosen, setChosen] = useState<Chosen>();
  const [removing, setRemoving] = useState<Integration>();
  const offered = templates?.map((template) => ({
    template,
    integration: made.find(({ templateId }) => templateId === template.id),
  }));
  const withdrawn = made.filter(({ templateId }) => !templates?.some(({ id }) => id === templateId));
  return (
    <chakra.section aria-labelledby="available">
      <PartHeading id="available" title="Available Integrations">
        Other services that you can set up.
      </PartHeading>
      {error && <LoadFailed title="Integrations could not be loaded" error={error} onRetry={refetch} />}
      {!error && !offered && <SkeletonRows rows={2} />}
      {offered?.length === 0 && withdrawn.length === 0 && (
        <chakra.p color="fg.muted">
          No other integrations available. Integrations that your provider offers appear here.
        </chakra.p>
      )}
      {offered && (
        <chakra.ul
          aria-labelledby="available"
          listStyleType="none"
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 19rem), 1fr))"
          gap={3}
        >
          {offered.map(({ template, integration }) => (
            <TemplateCard
              key={template.id}
              name={template.name}
              description={template.description}
              icon={template.icon}
              integration={integration}
              onSetUp={() => setChosen({ template, integration })}
              onRemove={() => setRemoving(integration)}
            />
          ))}
          {withdrawn.map((integration) => (
            <TemplateCard
              key={integration.id}
              name={integration.madeFrom ?? integration.type}
              description="No longer offered. It stays as it was set up."
              icon="settings"
              integration={integration}
              onRemove={() => setRemoving(integration)}
            />
          ))}
        </chakra.ul>
      )}
      {chosen && <TemplateSetupDialog {...chosen} onClose={() => setChosen(undefined)} />}
      {removing && (
        <DeleteTemplateIntegration integration={removing} onClose={() => setRemoving(undefined)} />
      )}
    </chakra.section>
  );
}

function useTemplates() {
  const templates = useQuery(IntegrationTemplates, { fetchPolicy: 'cache-and-network' });
  const integrations = useQuery(Integrations);
  const isKnown = templates.data && integrations.data;
  return {
    templates: isKnown && templates.data?.integrationTemplates,
    made: (isKnown && integrations.data?.integrations.filter(({ madeFrom }) => madeFrom !== null)) || [],
    error: isKnown ? undefined : (templates.error ?? integrations.error),
    refetch: () => Promise.all([templates.refetch(), integrations.refetch()]),
  };
}

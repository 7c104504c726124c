import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Trash2 } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { onButton } from '#web/lib/shorten.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DeleteIntegrationDialog } from '../DeleteIntegrationDialog.tsx';
import { IntegrationFields, Integrations } from '../integrations.gql.ts';
import { PartHeading } from '../PartHeading.tsx';
import type { Integration, Template } from './setup-form.ts';
import { TemplateIcon } from './TemplateIcon.tsx';

export const IntegrationTemplateFields = graphql(`
  fragment IntegrationTemplateFields on IntegrationTemplate {
    id
    name
    type
    description
    icon
    configSchema
    isActive
  }
`);

export const IntegrationTemplates = graphql(`
  query IntegrationTemplates {
    integrationTemplates {
      ...IntegrationTemplateFields
    }
  }
`);

const TemplateSetupDialog = lazyDialog(() =>
  import('./TemplateSetupDialog.tsx').then((m) => m.TemplateSetupDialog),
);

type Chosen = { template: Template; integration?: Integration };

/** A card for each active template, and for integrations of inactive ones. */
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
        Other services you can connect.
      </PartHeading>
      {error && <LoadFailed title="We couldn’t load the integrations" error={error} onRetry={refetch} />}
      {!error && !offered && <SkeletonRows rows={2} />}
      {offered?.length === 0 && withdrawn.length === 0 && (
        <Muted>No other integrations available. Integrations that your provider offers appear here.</Muted>
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
              name={nameOf(integration)}
              description="No longer offered. Your setup still works."
              icon="settings"
              integration={integration}
              onRemove={() => setRemoving(integration)}
            />
          ))}
        </chakra.ul>
      )}
      {chosen && <TemplateSetupDialog {...chosen} onClose={() => setChosen(undefined)} />}
      {removing && (
        <DeleteIntegrationDialog
          integration={removing}
          title={`Delete ${nameOf(removing)}`}
          confirmLabel={`Delete ${onButton(nameOf(removing))}`}
          done={`${nameOf(removing)} deleted`}
          failure={{
            title: 'Failed to delete integration',
            check: 'Reload the page to see whether the integration was removed.',
          }}
          onClose={() => setRemoving(undefined)}
        >
          Its settings will be permanently deleted, including its secrets.
        </DeleteIntegrationDialog>
      )}
    </chakra.section>
  );
}

function useTemplates() {
  const templates = useQuery(IntegrationTemplates, { fetchPolicy: 'cache-and-network' });
  const integrations = useQuery(Integrations);
  const isKnown = templates.data && integrations.data;
  return {
    templates:
      isKnown &&
      templates.data &&
      readFragment(IntegrationTemplateFields, templates.data.integrationTemplates),
    made:
      (isKnown &&
        (integrations.data && readFragment(IntegrationFields, integrations.data.integrations))?.filter(
          ({ madeFrom }) => madeFrom !== null,
        )) ||
      [],
    error: isKnown ? undefined : (templates.error ?? integrations.error),
    refetch: () => Promise.all([templates.refetch(), integrations.refetch()]),
  };
}

type Props = {
  name: string;
  description: string;
  icon: string;
  /** Undefined if it isn't set up. */
  integration?: Integration;
  /** Left out if its form no longer exists. */
  onSetUp?: () => void;
  onRemove: () => void;
};

/** An integration's description, state and setup button. */
function TemplateCard({ name, description, icon, integration, onSetUp, onRemove }: Props) {
  const looksOnly = useLooksOnly();
  return (
    <Card as="li" display="flex" flexDirection="column" gap={3} p={4} minW={0}>
      <chakra.div display="flex" gap={3} minW={0}>
        <TemplateIcon icon={icon} />
        <chakra.div minW={0}>
          <chakra.h3 fontWeight="medium" overflowWrap="anywhere">
            {name}
          </chakra.h3>
          <Hint overflowWrap="anywhere">{description}</Hint>
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap={1.5} mt="auto" minH={9}>
        <chakra.span me="auto">
          <SetupStatus integration={integration} />
        </chakra.span>
        {!looksOnly && onSetUp && (
          <Button
            size="sm"
            variant="outline"
            aria-label={integration ? `Edit ${name}` : `Setup ${name}`}
            onClick={onSetUp}
          >
            {integration ? 'Edit' : 'Setup'}
          </Button>
        )}
        {!looksOnly && integration && (
          <Tooltip content="Delete integration">
            <Button size="sm" variant="ghost" px={0} aria-label={`Delete ${name}`} onClick={onRemove}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </Tooltip>
        )}
      </chakra.div>
    </Card>
  );
}

function SetupStatus({ integration }: { integration?: Integration }) {
  if (!integration) return <StatusDot state="unknown" word="Not set up" />;
  return integration.isActive ? (
    <StatusDot state="ok" word="Active" />
  ) : (
    <StatusDot state="unknown" word="Inactive" />
  );
}

const nameOf = ({ madeFrom, type }: Integration): string => madeFrom ?? type;

import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Blocks, Plus, Trash2 } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { TemplateIcon } from '../templates/TemplateIcon.tsx';
import { AllIntegrationTemplates, UpdateIntegrationTemplate } from './admin.gql.ts';
import type { Template } from './template-form.ts';

export const DeleteIntegrationTemplate = graphql(`
  mutation DeleteIntegrationTemplate($id: ID!) {
    deleteIntegrationTemplate(id: $id)
  }
`);

const TemplateDialog = lazyDialog(() => import('./TemplateDialog.tsx').then((m) => m.TemplateDialog));

/** The integration templates that customers are offered. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(AllIntegrationTemplates, { fetchPolicy: 'cache-and-network' });
  const [edited, setEdited] = useState<Template | 'new'>();
  const [deleting, setDeleting] = useState<Template>();
  const templates = unmasked(data?.allIntegrationTemplates);
  return (
    <>
      <PageHeader
        title="Integration Templates"
        description="Integrations that customers can set up. Each form is generated from a schema."
        action={
          <Button onClick={() => setEdited('new')}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Create Template
          </Button>
        }
      />
      {!templates && error && (
        <LoadFailed title="We couldn’t load the integration templates" error={error} onRetry={refetch} />
      )}
      {!templates && !error && <SkeletonRows />}
      {templates?.length === 0 && <NoTemplates onCreate={() => setEdited('new')} />}
      {templates && templates.length > 0 && (
        <GridTable label="Integration templates" columns={templateColumns} head={head}>
          {templates.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              onEdit={() => setEdited(template)}
              onDelete={() => setDeleting(template)}
            />
          ))}
        </GridTable>
      )}
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleting && <DeleteTemplate template={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

const head = (
  <>
    <span role="columnheader">Template</span>
    <span role="columnheader">Type</span>
    <chakra.span role="columnheader" textAlign="end">
      In use
    </chakra.span>
    <span role="columnheader">Status</span>
    <chakra.span role="columnheader" srOnly>
      Actions
    </chakra.span>
  </>
);

const NoTemplates = ({ onCreate }: { onCreate: () => void }) => (
  <Card>
    <EmptyState
      title="No templates available"
      icon={<Blocks size={28} strokeWidth={1.5} aria-hidden />}
      action={<Button onClick={onCreate}>Create Template</Button>}
    >
      Customers don’t see any Available Integrations yet. Use a quick start to create the first template.
    </EmptyState>
  </Card>
);

/** On phones, the name is above the rest. */
const templateColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 6fr) minmax(0, 2fr) 5rem 7rem 7.5rem',
} as const;

const areas = {
  base: '"name name" "type made" "status actions"',
  md: '"name status" "type actions" "made actions"',
  lg: '"name type made status actions"',
};

type Props = { template: Template; onEdit: () => void; onDelete: () => void };

/** A template, with its number of integrations and its switch. */
function TemplateRow({ template, onEdit, onDelete }: Props) {
  const { name, type, description, icon, isActive, inUse } = template;
  const nameId = useId();
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={templateColumns}
      gridTemplateAreas={areas}
      columnGap={4}
      rowGap={1.5}
      alignItems="center"
      px={4}
      py={2.5}
      borderTopWidth="1px"
    >
      <chakra.div role="cell" gridArea="name" display="flex" gap={3} minW={0}>
        <TemplateIcon icon={icon} />
        <chakra.div minW={0}>
          <chakra.p
            id={nameId}
            fontWeight="medium"
            overflowWrap="anywhere"
            color={isActive ? 'fg' : 'fg.muted'}
          >
            {name}
          </chakra.p>
          <Hint overflowWrap="anywhere">{description}</Hint>
        </chakra.div>
      </chakra.div>
      <chakra.div
        role="cell"
        gridArea="type"
        minW={0}
        fontFamily="mono"
        textStyle="sm"
        overflowWrap="anywhere"
      >
        {type}
      </chakra.div>
      <Hint as="div" role="cell" gridArea="made" textAlign={{ base: 'end', md: 'start', lg: 'end' }}>
        {inUse}
        <chakra.span display={{ lg: 'none' }}> in use</chakra.span>
      </Hint>
      <chakra.div role="cell" gridArea="status" display="flex">
        <TemplateSwitch template={template} nameId={nameId} />
      </chakra.div>
      <chakra.div role="cell" gridArea="actions" display="flex" gap={1.5} justifyContent={{ md: 'flex-end' }}>
        <Button size="sm" variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Tooltip content="Delete template">
          <Button size="sm" variant="ghost" px={0} aria-label={`Delete template ${name}`} onClick={onDelete}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </Tooltip>
      </chakra.div>
    </chakra.div>
  );
}

/** The active switch. It reverts if saving fails. Its label includes the template's name. */
function TemplateSwitch({ template, nameId }: { template: Template; nameId: string }) {
  const [update] = useMutation(UpdateIntegrationTemplate);
  const { id, isActive } = template;
  const set = async (wanted: boolean) => {
    try {
      await update({
        variables: { id, input: { isActive: wanted } },
        optimisticResponse: { updateIntegrationTemplate: { ...template, isActive: wanted } },
      });
      toast({ title: 'Success', description: 'Template updated successfully', type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update template' });
    }
  };
  return <ActiveSwitch isActive={isActive} nameId={nameId} onChange={(wanted) => void set(wanted)} />;
}

type DeleteTemplateProps = { template: Template; onClose: () => void };

/** Confirms deleting a template, and says which integrations stay. */
function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const { id, name, inUse } = template;
  const [remove] = useMutation(DeleteIntegrationTemplate, {
    variables: { id },
    update: (cache) => removeEntity(cache, template),
  });
  return (
    <ActionDialog
      onClose={onClose}
      action={() => remove()}
      success={{ title: 'Success', description: 'Template deleted successfully', type: 'success' }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete template' }}
      title="Delete integration template"
      confirmLabel={`Delete template ${onButton(name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {name}
      </chakra.b>{' '}
      will no longer be offered. {consequence(inUse ?? 0)}
    </ActionDialog>
  );
}

function consequence(inUse: number): string {
  if (inUse === 0) return 'No integrations use it.';
  const made = inUse === 1 ? '1 integration that uses it stays' : `${inUse} integrations that use it stay`;
  return `${made}, but can no longer be edited.`;
}

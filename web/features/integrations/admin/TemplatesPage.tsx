import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Blocks, Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AllIntegrationTemplates } from './admin.gql.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import type { Template } from './template-form.ts';
import { templateColumns, TemplateRow } from './TemplateRow.tsx';

const TemplateDialog = lazyDialog(() => import('./TemplateDialog.tsx').then((m) => m.TemplateDialog));

/** The kinds of integrations that customers are offered. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(AllIntegrationTemplates, { fetchPolicy: 'cache-and-network' });
  const [edited, setEdited] = useState<Template | 'new'>();
  const [deleting, setDeleting] = useState<Template>();
  const templates = data?.allIntegrationTemplates;
  return (
    <>
      <PageHeader
        title="Integration Templates"
        description="What customers can set up under Integrations. Each is a form made from a schema."
        action={
          <Button onClick={() => setEdited('new')}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Create Template
          </Button>
        }
      />
      {!templates && error && (
        <LoadFailed title="Integration templates could not be loaded" error={error} onRetry={refetch} />
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
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      title="No templates available"
      icon={<Blocks size={28} strokeWidth={1.5} aria-hidden />}
      action={<Button onClick={onCreate}>Create Template</Button>}
    >
      Customers see no Available Integrations. A quick start makes the first in a moment.
    </EmptyState>
  </chakra.div>
);

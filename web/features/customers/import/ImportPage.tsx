import { Button, chakra, Stack } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Building2 } from '#web/ui/icons.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Muted } from '#web/ui/text.tsx';
import { firstChoice, type Choice } from './import-choice.ts';
import { ImportChoices } from './ImportChoices.tsx';
import { useImportPreview, type Preview } from './useImportPreview.ts';

/** Previews the team's HaloPSA clients as customers. Nothing changes until someone confirms. */
export function ImportPage() {
  const looksOnly = useLooksOnly();
  return (
    <>
      <PageHeader
        title="Import from HaloPSA"
        description="Add your HaloPSA clients as customers, and assign their sites. Nothing changes until you import."
        action={
          <Button asChild variant="outline">
            <RouterLink to="/customers">Back to customers</RouterLink>
          </Button>
        }
      />
      {looksOnly ? <ViewerNote /> : <Import />}
    </>
  );
}

function Import() {
  const { preview, stop, reload } = useImportPreview();
  // Outlives another reading of the clients.
  const [choice, setChoice] = useState<Choice>();
  const again = (
    <Button variant="outline" onClick={reload}>
      Load clients
    </Button>
  );
  switch (preview.state) {
    case 'loading':
      return <Loading preview={preview} onStop={stop} />;
    case 'stopped':
      return <Nothing title="Loading stopped" action={again} says="Nothing was imported or changed." />;
    case 'unconnected':
      return (
        <Nothing
          title="HaloPSA isn’t connected"
          says="Connect HaloPSA to list its clients here. You can also open tickets for alerts then."
          action={
            <Button asChild>
              <RouterLink to="/halopsa-setup">Connect HaloPSA</RouterLink>
            </Button>
          }
        />
      );
    case 'failed':
      return <Failed error={preview.error} onRetry={reload} />;
    case 'ready':
      return preview.rows.length === 0 ? (
        <Nothing
          title="No clients in HaloPSA"
          says="HaloPSA returned no active clients. Check that the API agent may see them, then load them again."
          action={again}
        />
      ) : (
        <ImportChoices
          preview={preview}
          choice={choice ?? firstChoice(preview.rows)}
          onChoose={setChoice}
          onReload={reload}
        />
      );
  }
}

const Nothing = ({ title, says, action }: { title: string; says: string; action: ReactNode }) => (
  <Card>
    <EmptyState icon={<Building2 size={28} strokeWidth={1.5} aria-hidden />} title={title} action={action}>
      {says}
    </EmptyState>
  </Card>
);

type LoadingProps = { preview: Extract<Preview, { state: 'loading' }>; onStop: () => void };

const Loading = ({ preview: { loaded, count }, onStop }: LoadingProps) => (
  <Stack gap={3}>
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
      <Muted role="status">
        {count === undefined
          ? 'Reading clients from HaloPSA. Thousands of them can take a minute.'
          : `Loaded ${formatNumber(loaded)} of ${formatNumber(count)} clients…`}
      </Muted>
      <Button variant="outline" size="sm" onClick={onStop}>
        Stop
      </Button>
    </chakra.div>
    <Card>
      <SkeletonRows rows={8} />
    </Card>
  </Stack>
);

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Notice
    state="error"
    title="We couldn’t load the clients"
    action={
      <chakra.div display="flex" gap={2}>
        <Button asChild variant="outline" size="sm">
          <RouterLink to="/halopsa-setup">HaloPSA settings</RouterLink>
        </Button>
        <Button variant="outline" size="sm" onClick={onRetry}>
          Retry
        </Button>
      </chakra.div>
    }
  >
    {sentenceOf(error, 'The server didn’t answer.')} Nothing was changed.
  </Notice>
);

import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { BellOff, Plus, Wrench } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Card } from '#web/ui/Card.tsx';
import { MuteAllDialog, useMute } from './MuteActions.tsx';
import { MaintenanceControllers, useWindows } from './useWindows.ts';
import { ALL_CONTROLLERS } from './window-form.ts';
import { WindowSection } from './WindowSection.tsx';
import type { Window } from './window-words.ts';

const WindowDialog = lazyDialog(() => import('./WindowDialog.tsx').then((m) => m.WindowDialog));

const DeleteWindow = lazyDialog(() => import('./WindowDialog.tsx').then((m) => m.DeleteWindow));

type Open = { edit: Window } | { delete: Window };

/** The Maintenance page: active, upcoming and past windows. */
export function MaintenancePage() {
  const { windows, error, refetch, now } = useWindows();
  const { data } = useQuery(MaintenanceControllers);
  const [open, setOpen] = useState<Open>();
  const [adding, setAdding] = useSearchParam('new');
  const looksOnly = useLooksOnly();
  const close = () => setOpen(undefined);
  const sections = { now, controllers: data?.controllers ?? [] };
  return (
    <>
      <PageHeader
        title="Maintenance"
        description="During a maintenance window, alerts are recorded and shown, but no one is notified."
        action={looksOnly ? <ViewerNote /> : <NewWindow onClick={() => setAdding('')} />}
      />
      {!looksOnly && <MuteNow controllers={sections.controllers} />}
      {error !== undefined && !windows ? (
        <LoadFailed title="We couldn’t load the maintenance windows" error={error} onRetry={refetch} />
      ) : windows?.length === 0 ? (
        <NoWindows />
      ) : windows ? (
        (['on', 'upcoming', 'past'] as const).map((stage) => (
          <WindowSection
            key={stage}
            {...sections}
            stage={stage}
            windows={windows}
            onEdit={(edit) => setOpen({ edit })}
            onDelete={(doomed) => setOpen({ delete: doomed })}
          />
        ))
      ) : (
        <Card>
          <SkeletonRows rows={3} />
        </Card>
      )}
      {adding !== undefined && !looksOnly && <WindowDialog onClose={() => setAdding(undefined)} />}
      {open && 'edit' in open && <WindowDialog window={open.edit} onClose={close} />}
      {open && 'delete' in open && <DeleteWindow window={open.delete} onClose={close} />}
    </>
  );
}

const NewWindow = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Plus size={16} strokeWidth={1.75} aria-hidden />
    New Window
  </Button>
);

const NoWindows = () => (
  <Card>
    <EmptyState title="No maintenance windows" icon={<Wrench size={28} strokeWidth={1.5} aria-hidden />}>
      Alerts can notify your team at any time. Add a window, such as every Sunday from 02:00 to 04:00, to keep
      planned work from waking anyone.
    </EmptyState>
  </Card>
);

/** Mutes a controller for an hour with one click. Asks first before muting all of them. */
function MuteNow({ controllers }: { controllers: readonly { id: string; name: string }[] }) {
  const [controllerId, setControllerId] = useState(ALL_CONTROLLERS);
  const [isAsking, setAsking] = useState(false);
  const { mute, isMuting } = useMute();
  const start = () => {
    if (controllerId === ALL_CONTROLLERS) setAsking(true);
    else void mute({ controllerId }, controllers.find(({ id }) => id === controllerId)?.name);
  };
  const options = [
    { value: ALL_CONTROLLERS, label: 'All controllers' },
    ...controllers.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Card id="mute" display="flex" flexWrap="wrap" alignItems="flex-end" gap={3} mb={7} p={4}>
      <chakra.div flex="1 1 14rem" maxW={{ sm: '20rem' }}>
        <LabeledSelect label="Mute now" value={controllerId} options={options} onChange={setControllerId} />
      </chakra.div>
      <Button variant="outline" aria-disabled={isMuting || undefined} onClick={() => !isMuting && start()}>
        <BellOff size={16} strokeWidth={1.75} aria-hidden />
        Mute for 1 hour
      </Button>
      {isAsking && (
        <MuteAllDialog
          controllerCount={controllers.length}
          onMute={() => void mute({ controllerId })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

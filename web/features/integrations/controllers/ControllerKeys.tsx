import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { readFragment } from '#web/gql/index.ts';
import { Router } from '#web/ui/icons.tsx';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { unexplained } from '#web/features/controllers/controller-lists.ts';
import {
  matching,
  sitesText,
  siteText,
  stateOf,
  statusOf,
} from '#web/features/controllers/controller-state.ts';
import { ControllerFields, Controllers } from '#web/features/controllers/controllers.gql.ts';
import { LastRead, StatusReason, TwoLines } from '#web/features/controllers/ControllerStatus.tsx';
import { useTestController } from '#web/features/controllers/useControllerActions.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField, MANY } from '#web/ui/FilterField.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type RowAction, RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Muted } from '#web/ui/text.tsx';
import { PartHeading } from '../PartHeading.tsx';
import { SiteManagerForm } from './SiteManagerForm.tsx';

/** The UniFi Site Manager keys: a form, and the list of connected ones. The address says which one is being edited. */
export function ControllerKeys() {
  const { data, error, refetch } = useQuery(Controllers);
  const [editing, setEditing] = useSearchParam('edit');
  const [round, setRound] = useState(0);
  const isWide = useScreenSize() === 'wide';
  const looksOnly = useLooksOnly();
  const controllers = data && readFragment(ControllerFields, data.controllers);
  const edited = controllers?.find(({ id }) => id === editing);
  const stopEditing = () => {
    if (editing) setEditing(undefined);
  };
  const startOver = () => {
    stopEditing();
    setRound(round + 1);
  };
  return (
    <chakra.div
      display="grid"
      alignItems="start"
      gap={isWide ? 8 : 6}
      gridTemplateColumns={isWide && !looksOnly ? '21rem minmax(0, 1fr)' : 'minmax(0, 1fr)'}
    >
      {!looksOnly && (
        <Card
          as="section"
          aria-labelledby="site-manager"
          p={5}
          position={isWide ? 'sticky' : 'static'}
          top="5rem"
        >
          <SiteManagerForm key={`${edited?.id} ${round}`} controller={edited} onDone={startOver} />
        </Card>
      )}
      <section aria-labelledby="configured">
        {error && !data ? (
          <Notice
            state="critical"
            title="We couldn’t load your controllers"
            action={
              <Button variant="outline" size="sm" onClick={() => void refetch().catch(() => undefined)}>
                Retry
              </Button>
            }
          >
            {sentenceOf(error, unexplained)} Monitoring isn’t affected.
          </Notice>
        ) : (
          <ConfiguredControllers
            controllers={controllers}
            edited={looksOnly ? undefined : edited?.id}
            onEdit={(id) => confirmLeaving(() => setEditing(id))}
            onDeleted={stopEditing}
          />
        )}
      </section>
    </chakra.div>
  );
}

const DeleteController = lazyDialog(() =>
  import('#web/features/controllers/DeleteControllerDialog.tsx').then((m) => m.DeleteControllerDialog),
);

type Props = {
  /** Undefined while they load. */
  controllers?: readonly ControllerFieldsFragment[];
  /** ID of the one in the form. */
  edited?: string;
  onEdit: (id: string) => void;
  onDeleted: () => void;
};

/** All connected keys, oldest first. */
function ConfiguredControllers({ controllers, edited, onEdit, onDeleted }: Props) {
  const [sought, setSought] = useState('');
  const [doomed, setDoomed] = useState<ControllerFieldsFragment>();
  const shown = matching(controllers ?? [], sought);
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(shown, { nouns: ['controller', 'controllers'], list });
  const find = (words: string) => {
    setSought(words);
    pages.startOver();
  };
  return (
    <>
      <PartHeading
        id="configured"
        title="Configured Controllers"
        action={
          controllers &&
          controllers.length > MANY && (
            <FilterField label="Find a controller" value={sought} onChange={find} />
          )
        }
      />
      <Card ref={list} overflow="hidden">
        {!controllers && <SkeletonRows rows={3} />}
        {controllers?.length === 0 && (
          <EmptyState
            icon={<Router size={32} strokeWidth={1.5} aria-hidden />}
            title="No controllers configured"
          >
            Enter a name and an API key. The controller then appears here with its status and sites.
          </EmptyState>
        )}
        {controllers && controllers.length > 0 && shown.length === 0 && (
          <Muted px={4} py={8} textAlign="center" overflowWrap="anywhere">
            No controllers or sites match “{sought.trim()}”.
          </Muted>
        )}
        <DividedList aria-labelledby="configured">
          {pages.rows.map((controller) => (
            <ConfiguredController
              key={controller.id}
              controller={controller}
              isEdited={controller.id === edited}
              onEdit={() => onEdit(controller.id)}
              onDelete={() => setDoomed(controller)}
            />
          ))}
        </DividedList>
      </Card>
      {pages.pager}
      {doomed && (
        <DeleteController controller={doomed} onClose={() => setDoomed(undefined)} onDeleted={onDeleted} />
      )}
    </>
  );
}

type ConfiguredControllerProps = {
  controller: ControllerFieldsFragment;
  isEdited: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** A connected key: its state, name, last characters and actions. */
function ConfiguredController({ controller, isEdited, onEdit, onDelete }: ConfiguredControllerProps) {
  const { id, name, status, apiKeyTail, selectedSiteCount, totalSites, lastSync } = controller;
  const room = useScreenSize();
  const navigate = useNavigate();
  const { test, testing } = useTestController(id, 'Connection Failed');
  const looksOnly = useLooksOnly();
  const openSites: RowAction = {
    label: 'Open Sites',
    act: () => void navigate(`/site-selector?controller=${id}`),
    disabled: status !== 'online',
  };
  const actions: RowAction[] = looksOnly
    ? [openSites]
    : [
        { label: 'Test', act: test, busy: testing },
        { label: 'Edit', act: onEdit },
        openSites,
        { label: 'Delete', act: onDelete, destroys: true },
      ];
  // Green or red, as the specification documents. A controller that hasn't been polled yet is neither.
  const { state, word } = stateOf[statusOf(controller)];
  const shown = state === 'error' ? 'critical' : state;
  const Actions = room === 'phone' ? RowMenu : RowActions;
  return (
    <chakra.li
      aria-current={isEdited || undefined}
      bg={isEdited ? 'bg.subtle' : undefined}
      display="flex"
      alignItems="flex-start"
      gap={2}
      ps={4}
      pe={2}
      py={1.5}
    >
      <TwoLines name={name} state={shown} word={word}>
        <chakra.span fontFamily="mono" textStyle="xs">
          ••••{apiKeyTail}
        </chakra.span>
        {totalSites != null &&
          ` · ${selectedSiteCount == null || selectedSiteCount === 1 ? sitesText(totalSites) : siteText(controller)}`}
        {' · '}
        <LastRead at={lastSync} />
        <StatusReason controller={controller} />
      </TwoLines>
      <Actions of={name} actions={actions} />
    </chakra.li>
  );
}

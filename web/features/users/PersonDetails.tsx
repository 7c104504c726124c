import { useQuery } from '@apollo/client/react';
import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { actionsOf } from './actions.ts';
import { mayEdit, nameOf, statusOf } from './person.ts';
import { PersonAccessSections } from './PersonAccessSections.tsx';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { PersonHistorySection } from './PersonHistorySection.tsx';
import { PersonAccess, PersonHistory, PersonInDetail } from './users.gql.ts';

/** Entries of the audit log about a person: the latest ones. */
const HISTORY = 20;

/** Asked anew whenever it is opened: sessions and lockouts change by themselves. */
const fetchPolicy = 'cache-and-network';

/** Everything an administrator may see of one person, and what they can do about it. */
export function PersonDetails({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const person = useQuery(PersonInDetail, { variables: { id }, fetchPolicy });
  const access = useQuery(PersonAccess, { variables: { id }, fetchPolicy });
  const history = useQuery(PersonHistory, { variables: { id, first: HISTORY }, fetchPolicy });
  const reload = () => {
    for (const { refetch } of [access, history]) refetch().catch(() => undefined);
  };
  const { actor, busyWith, handlers, dialogs } = usePersonDialogs(reload);
  const shown = person.data?.user;
  const failed = (title: string, { error, refetch }: typeof person | typeof access | typeof history) => (
    <LoadFailed title={title} error={error} onRetry={() => refetch()} />
  );
  return (
    <>
      <Dialog.Root open size="lg" onOpenChange={({ open }) => !open && onClose()}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title overflowWrap="anywhere">{shown ? nameOf(shown) : 'User'}</Dialog.Title>
                {shown && (
                  <chakra.div
                    display="flex"
                    flexWrap="wrap"
                    alignItems="center"
                    columnGap={3}
                    rowGap={1}
                    mt={1}
                  >
                    <StatusDot {...statusOf(shown)} />
                    <chakra.span color="fg.muted" overflowWrap="anywhere">
                      {shown.email}
                    </chakra.span>
                    <chakra.span ms={{ md: 'auto' }}>
                      <RowActions
                        of={nameOf(shown)}
                        actions={actionsOf(shown, { actor, busy: busyWith === shown.id, ...handlers })}
                      />
                    </chakra.span>
                  </chakra.div>
                )}
              </Dialog.Header>
              <Dialog.Body display="flex" flexDirection="column" gap={6} pb={6}>
                {!shown && person.error && failed('The user could not be loaded', person)}
                {!shown && !person.error && <LoadingSpinner />}
                {shown && <PersonFacts person={shown} access={access.data?.userAccess} />}
                {shown && !access.data && access.error && failed('Sign-ins could not be loaded', access)}
                {shown && access.data && (
                  <PersonAccessSections
                    person={shown}
                    access={access.data.userAccess}
                    mayChange={mayEdit(actor, shown)}
                    isSelf={actor?.id === id}
                    onChanged={reload}
                  />
                )}
                {shown && !history.data && history.error && failed('Changes could not be loaded', history)}
                {shown && history.data && <PersonHistorySection entries={history.data.auditEntries} />}
              </Dialog.Body>
              <Dialog.CloseTrigger asChild>
                <Button variant="ghost" size="sm" px={0} aria-label="Close">
                  <X size={18} strokeWidth={1.75} aria-hidden />
                </Button>
              </Dialog.CloseTrigger>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
      {dialogs}
    </>
  );
}

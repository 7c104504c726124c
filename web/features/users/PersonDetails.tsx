import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
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
      <DetailsDialog
        title={shown ? nameOf(shown) : 'User'}
        onClose={onClose}
        head={
          shown && (
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1} mt={1}>
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
          )
        }
      >
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
      </DetailsDialog>
      {dialogs}
    </>
  );
}

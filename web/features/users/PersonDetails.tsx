import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { fieldWords, valueWords } from '#web/features/audit/words.ts';
import type { PersonAccessQuery, PersonHistoryQuery, PersonInDetailQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { actionsOf, mayEdit, nameOf, statusOf, subscriptionOf } from './person.ts';
import { PersonAccessSections, Section } from './PersonAccessSections.tsx';
import { usePersonDialogs } from './PersonDialogs.tsx';
import { JoinedOn, RoleBadge } from './PersonParts.tsx';

const PersonInDetail = graphql(`
  query PersonInDetail($id: ID!) {
    user(id: $id) {
      ...PersonFields
      websiteUrl
    }
  }
`);

const PersonAccess = graphql(`
  query PersonAccess($id: ID!) {
    userAccess(id: $id) {
      sessions {
        id
        device
        ipAddress
        createdAt
        lastSeenAt
        current
      }
      failedAttempts
      lockedUntil
      lastSignInAt
      twoFactorEnabled
      recoveryCodesLeft
    }
  }
`);

const PersonHistory = graphql(`
  query PersonHistory($id: ID!, $first: Int!) {
    auditEntries(subjectId: $id, first: $first) {
      id
      at
      actor
      label
      before
      after
      ipAddress
    }
  }
`);

/** The number of audit entries shown. */
const HISTORY = 20;

/** Refetch on every open, because sessions and lockouts can change at any time. */
const fetchPolicy = 'cache-and-network';

/** A user's details and access, for administrators. */
export function PersonDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const person = useQuery(PersonInDetail, { variables: { id }, fetchPolicy });
  const access = useQuery(PersonAccess, { variables: { id }, fetchPolicy });
  const history = useQuery(PersonHistory, { variables: { id, first: HISTORY }, fetchPolicy });
  const reload = () => {
    for (const { refetch } of [access, history]) refetch().catch(() => undefined);
  };
  const { actor, busyWith, handlers, dialogs } = usePersonDialogs(reload);
  const shown = unmasked(person.data?.user);
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
              <Muted as="span" overflowWrap="anywhere">
                {shown.email}
              </Muted>
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
        {!shown && person.error && failed('We couldn’t load this user', person)}
        {!shown && !person.error && <LoadingSpinner />}
        {shown && <PersonFacts person={shown} access={access.data?.userAccess} />}
        {shown && !access.data && access.error && failed('We couldn’t load their sign-ins', access)}
        {shown && access.data && (
          <PersonAccessSections
            person={shown}
            access={access.data.userAccess}
            mayChange={mayEdit(actor, shown)}
            isSelf={actor?.id === id}
            onChanged={reload}
          />
        )}
        {shown && !history.data && history.error && failed('We couldn’t load their changes', history)}
        {shown && history.data && <PersonHistorySection entries={history.data.auditEntries} />}
      </DetailsDialog>
      {dialogs}
    </>
  );
}

type Props = { person: Unmasked<PersonInDetailQuery['user']>; access?: PersonAccessQuery['userAccess'] };

function PersonFacts({ person, access }: Props) {
  const lastSignIn = access?.lastSignInAt;
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
      columnGap={5}
      rowGap={3}
    >
      <Fact name="Role">
        <RoleBadge role={person.role} />
      </Fact>
      <Fact name="Company">{person.companyName}</Fact>
      <Fact name="Website">{person.websiteUrl || 'None'}</Fact>
      <Fact name="Package">{person.packageName ?? 'None'}</Fact>
      <Fact name="Subscription">{subscriptionOf(person)}</Fact>
      <Fact name="Joined">
        <JoinedOn person={person} />
      </Fact>
      <Fact name="Last sign-in">
        {lastSignIn ? <RelativeTime at={lastSignIn} /> : access ? 'Never' : <Unknown />}
      </Fact>
      <Fact name="Email">{person.emailVerified ? 'Verified' : 'Not verified'}</Fact>
    </chakra.dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.div minW={0}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </chakra.div>
);

/** While it loads, and where it could not be loaded. */
const Unknown = () => (
  <Muted as="span">
    <span aria-hidden>–</span>
    <chakra.span srOnly>Unknown</chakra.span>
  </Muted>
);

type Entry = PersonHistoryQuery['auditEntries'][number];

/** The latest audit entries about the user. */
const PersonHistorySection = ({ entries }: { entries: readonly Entry[] }) => (
  <Section title="Audit log">
    {entries.length === 0 && <Muted>No changes yet.</Muted>}
    {entries.length > 0 && (
      <DividedList as="ol" borderWidth="1px" borderRadius="control">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </DividedList>
    )}
  </Section>
);

function EntryItem({ entry }: { entry: Entry }) {
  const changes = changeWords(entry.before, entry.after);
  return (
    <chakra.li px={3} py={2} overflowWrap="anywhere">
      <chakra.p display="flex" flexWrap="wrap" columnGap={3}>
        <span>{entry.label}</span>
        <Muted as="span" ms={{ md: 'auto' }}>
          <RelativeTime at={entry.at} />
        </Muted>
      </chakra.p>
      <Hint>
        by {entry.actor === 'system' ? 'Platform' : entry.actor}
        {entry.ipAddress && ` from ${entry.ipAddress}`}
        {changes && `: ${changes}`}
      </Hint>
    </chakra.li>
  );
}

type AuditDetails = Readonly<Record<string, unknown>>;

/** "First name: Bob → Robert, Role: user → admin". An added or removed value has no arrow. */
function changeWords(before: AuditDetails, after: AuditDetails): string {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => `${fieldWords(field)}: ${sides(field, before, after)}`).join(', ');
}

function sides(field: string, before: AuditDetails, after: AuditDetails): string {
  const recorded = [before, after].filter((side) => Object.hasOwn(side, field));
  return recorded.map((side) => valueWords(side[field], field).replaceAll('\n', ', ')).join(' → ');
}

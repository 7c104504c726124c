import { chakra } from '@chakra-ui/react';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { DataColumn } from '#web/ui/useDataTable.ts';
import { Hint, Muted } from '#web/ui/text.tsx';
import {
  actionsOf,
  type Actor,
  nameOf,
  type Person,
  type PersonHandlers,
  statusOf,
  subscriptionOf,
} from './person.ts';
import { JoinedOn, PersonName, RoleBadge } from './PersonParts.tsx';

type Shared = {
  actor: Actor;
  busyWith?: string;
  handlers: PersonHandlers;
  /** Actions are in one menu. */
  short: boolean;
};

/** The documented columns are shown by default. The others can be turned on. */
export function personColumns({ actor, busyWith, handlers, short }: Shared): DataColumn<Person>[] {
  const Actions = short ? RowMenu : RowActions;
  return [
    {
      id: 'user',
      name: 'User',
      sort: { by: 'name' },
      shown: 'always',
      look: { overflowWrap: 'anywhere', minW: 40 },
      cell: (person) => (
        <>
          <PersonName person={person} actor={actor} />
          <Hint as="span" display="block">
            {person.email}
          </Hint>
        </>
      ),
    },
    {
      id: 'status',
      name: 'Status',
      sort: { by: 'status', descending: true },
      look: { whiteSpace: 'nowrap' },
      cell: (person) => (
        <chakra.span display="flex">
          <StatusDot {...statusOf(person)} />
        </chakra.span>
      ),
    },
    {
      id: 'role',
      name: 'Role',
      sort: { by: 'role', descending: true },
      cell: (person) => (
        <chakra.span display="flex">
          <RoleBadge role={person.role} />
        </chakra.span>
      ),
    },
    {
      id: 'joined',
      name: 'Joined',
      sort: { by: 'joined', descending: true },
      cell: (person) => <JoinedOn person={person} />,
    },
    {
      id: 'subscription',
      name: 'Subscription',
      sort: { by: 'subscription', descending: true },
      cell: subscriptionOf,
    },
    {
      id: 'package',
      name: 'Package',
      sort: { by: 'package' },
      shown: 'chosen',
      look: { overflowWrap: 'anywhere' },
      cell: ({ packageName }) => packageName ?? <Muted as="span">None</Muted>,
    },
    {
      id: 'company',
      name: 'Company',
      sort: { by: 'company' },
      shown: 'chosen',
      look: { overflowWrap: 'anywhere' },
      cell: ({ companyName }) => companyName,
    },
    {
      id: 'lastSignIn',
      name: 'Last sign-in',
      sort: { by: 'lastSignIn', descending: true },
      shown: 'chosen',
      look: { whiteSpace: 'nowrap', color: 'fg.muted' },
      cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : 'Never'),
    },
    {
      id: 'actions',
      name: 'Actions',
      shown: 'always',
      look: { ps: 0, textAlign: 'end' },
      cell: (person) => {
        const actions = actionsOf(person, { actor, busy: busyWith === person.id, ...handlers });
        return actions.length > 0 && <Actions of={nameOf(person)} actions={actions} />;
      },
    },
  ];
}

import { Badge, chakra, Link } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { Link as RouterLink, useLocation } from 'react-router';
import { formatExactTime } from '#web/lib/format.ts';
import { joinedOn, nameOf, roleWords, type Actor, type Person } from './person.ts';

const list = '/admin/users';

/** Links to the user's details, and keeps the search in the address. */
export function PersonName({ person, actor }: { person: Person; actor: Actor }) {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(pathname === list ? search : '');
  address.set('user', person.id);
  return (
    <>
      <Link asChild variant="plain" color="fg" fontWeight="medium">
        <RouterLink to={`${list}?${address}`}>{nameOf(person)}</RouterLink>
      </Link>
      {actor?.id === person.id && <Muted as="span"> (you)</Muted>}
    </>
  );
}

/** Neutral for customers, highlighted for administrators. */
export const RoleBadge = ({ role }: Pick<Person, 'role'>) => (
  <Badge variant={role === 'user' ? 'subtle' : 'outline'}>{roleWords[role]}</Badge>
);

export const JoinedOn = ({ person }: { person: Person }) => (
  <chakra.time
    dateTime={person.createdAt}
    title={formatExactTime(new Date(person.createdAt))}
    whiteSpace="nowrap"
  >
    {joinedOn(person)}
  </chakra.time>
);

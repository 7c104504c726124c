import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { PersonAccessQuery, PersonInDetailQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { subscriptionOf } from './person.ts';
import { JoinedOn, RoleBadge } from './PersonParts.tsx';

type Props = { person: PersonInDetailQuery['user']; access?: PersonAccessQuery['userAccess'] };

/** What is known of a person, as names and values. */
export function PersonFacts({ person, access }: Props) {
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
  <chakra.span color="fg.muted">
    <span aria-hidden>–</span>
    <chakra.span srOnly>Not known</chakra.span>
  </chakra.span>
);

import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { actionsOf, type Actor, nameOf, type Person, type PersonHandlers, statusOf } from './person.ts';
import { PersonName, RoleBadge } from './PersonParts.tsx';

type Shared = { actor: Actor; handlers: PersonHandlers };
type Props = Shared & { people: readonly Person[]; busyWith?: string };

/** The list on phones: two lines each, with the rest in the details. */
export const UsersList = ({ people, busyWith, ...shared }: Props) => (
  <DividedList aria-label="Users">
    {people.map((person) => (
      <Item key={person.id} person={person} busy={busyWith === person.id} {...shared} />
    ))}
  </DividedList>
);

const Item = memo(function Item({ person, busy, actor, handlers }: Shared & ItemProps) {
  const { state, word } = statusOf(person);
  const actions = actionsOf(person, { actor, busy, ...handlers });
  return (
    <chakra.li display="flex" alignItems="flex-start" gap={2.5} ps={4} pe={1.5} py={1.5} minH={14}>
      <chakra.span color={`state.${state}`} mt={2.5}>
        <StateIcon state={state} />
      </chakra.span>
      <chakra.div flex={1} minW={0} py={1.5} overflowWrap="anywhere">
        <PersonName person={person} actor={actor} />{' '}
        {person.role !== 'user' && <RoleBadge role={person.role} />}
        <Hint>
          <chakra.span color={`state.${state}`} fontWeight="medium">
            {word}
          </chakra.span>
          {' · '}
          {person.email}
        </Hint>
      </chakra.div>
      {actions.length > 0 && <RowMenu of={nameOf(person)} actions={actions} />}
    </chakra.li>
  );
});

type ItemProps = { person: Person; busy: boolean };

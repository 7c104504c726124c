import { useQuery } from '@apollo/client/react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import { Check, ChevronsUpDown } from '#web/ui/icons.tsx';
import { type ToggleEvent, useId, useRef } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import type { MyTeamsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Hint } from '#web/ui/text.tsx';
import { roleWords } from './role-words.ts';
import { useSwitchTeam } from './team-switching.ts';

const MyTeams = graphql(`
  query MyTeams {
    myTeams {
      id
      name
      role
      current
    }
  }
`);

type Team = MyTeamsQuery['myTeams'][number];

/** The current team in the sidebar, with a menu for people in several teams. */
export function TeamSwitcher({ rail }: { rail?: boolean }) {
  const { user } = useSession();
  const { data } = useQuery(MyTeams, { skip: !user });
  const name = user?.team?.name;
  const teams = data?.myTeams ?? [];
  if (!name) return null;
  if (teams.length > 1) return <Menu name={name} teams={teams} rail={rail} />;
  if (rail) return null;
  return (
    <Hint px={4} pb={2} truncate title={name}>
      {name}
    </Hint>
  );
}

/** The browser's own popover handles Escape and outside clicks. */
function Menu({ name, teams, rail }: { name: string; teams: readonly Team[]; rail?: boolean }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const { switchTo, switching } = useSwitchTeam();
  const place = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const box = button.current?.getBoundingClientRect();
    if (newState !== 'open' || !box || !menu.current) return;
    const [left, top] = rail ? [box.right + 16, box.top] : [box.left, box.bottom + 4];
    Object.assign(menu.current.style, { left: `${left}px`, top: `${top}px` });
  };
  const opener = (
    <Button
      ref={button}
      variant="outline"
      size="sm"
      popoverTarget={id}
      aria-label={`Team ${name}, switch team`}
      w={rail ? 9 : 'full'}
      px={rail ? 0 : 2.5}
      justifyContent={rail ? 'center' : 'space-between'}
    >
      {rail ? (
        <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />
      ) : (
        <>
          <chakra.span truncate>{name}</chakra.span>
          <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />
        </>
      )}
    </Button>
  );
  return (
    <chakra.div px={2.5} pb={1} display="flex" justifyContent="center">
      {rail ? <Tooltip content={name}>{opener}</Tooltip> : opener}
      <chakra.div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        position="fixed"
        inset="auto"
        w="min(17rem, calc(100vw - 1rem))"
        maxH="60dvh"
        overflowY="auto"
        p={1}
        borderRadius="surface"
        bg="bg.panel"
        color="fg"
        boxShadow="floating"
      >
        <chakra.ul aria-label="Your teams" listStyleType="none">
          {teams.map((team) => (
            <li key={team.id}>
              <Choice
                team={team}
                busy={switching === team.id}
                onChoose={() => {
                  if (team.current) menu.current?.hidePopover?.();
                  else if (!switching) confirmLeaving(() => void switchTo(team.id));
                }}
              />
            </li>
          ))}
        </chakra.ul>
      </chakra.div>
    </chakra.div>
  );
}

function Choice({ team, busy, onChoose }: { team: Team; busy: boolean; onChoose: () => void }) {
  return (
    <Button
      variant="ghost"
      w="full"
      h="auto"
      minH={11}
      px={2}
      py={1.5}
      justifyContent="flex-start"
      textAlign="start"
      whiteSpace="normal"
      aria-current={team.current || undefined}
      aria-busy={busy || undefined}
      onClick={onChoose}
    >
      <chakra.span flex={1} minW={0} overflowWrap="anywhere">
        <chakra.span display="block" fontWeight="medium" color="fg">
          {team.name}
        </chakra.span>
        <Hint as="span" display="block">
          {roleWords[team.role]}
        </Hint>
      </chakra.span>
      {busy && <Spinner size="sm" />}
      {team.current && !busy && <Check size={16} strokeWidth={2} aria-hidden />}
    </Button>
  );
}

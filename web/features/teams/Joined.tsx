import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import type { Invitation } from './AcceptForm.tsx';
import { useSwitchTeam } from './useSwitchTeam.ts';

/** What is left to know of an invitation that was accepted. */
export type Accepted = Pick<Invitation, 'teamName' | 'teamId' | 'email'>;

/** Where to go once the team is joined: into it, or to sign in first. */
export function Joined({ invitation: { teamName, teamId, email } }: { invitation: Accepted }) {
  const { user } = useSession();
  const { switchTo, switching } = useSwitchTeam();
  const isThem = user?.email === email;
  return (
    <JoiningPage
      title={`You are in ${teamName} now`}
      state="ok"
      lead={
        isThem
          ? 'You can switch between your teams in the sidebar at any time.'
          : user
            ? `You are signed in as ${user.email}. To see the team, log out and sign in as ${email}.`
            : `Sign in as ${email} to see it.`
      }
    >
      {isThem && teamId && (
        <Button width="full" disabled={switching !== undefined} onClick={() => void switchTo(teamId)}>
          <chakra.span truncate>Open {teamName}</chakra.span>
        </Button>
      )}
      {!user && (
        <Button asChild width="full">
          <Link to="/auth">Sign In</Link>
        </Button>
      )}
    </JoiningPage>
  );
}

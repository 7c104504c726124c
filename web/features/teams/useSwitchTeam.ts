import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { toastTeamFailure } from './changes.ts';
import { SwitchTeam } from './teams.gql.ts';
import { useStartAnew } from './useTeamElsewhere.ts';

/** Turns the session to another team and starts anew there; `switching` is the id of the one on its way. */
export function useSwitchTeam() {
  const [run] = useMutation(SwitchTeam);
  const [switching, setSwitching] = useState<string>();
  const startAnew = useStartAnew();
  const switchTo = async (id: string) => {
    setSwitching(id);
    try {
      await run({ variables: { id } });
      startAnew();
    } catch (error) {
      setSwitching(undefined);
      toastTeamFailure('Team not switched', error);
    }
  };
  return { switchTo, switching };
}

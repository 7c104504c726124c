import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ApiTokenList } from '#web/features/account/ApiTokenList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { Addresses } from './Addresses.tsx';
import { Documents } from './Documents.tsx';
import { ExampleList } from './ExampleList.tsx';
import { WatchedControllers } from './integrate.gql.ts';
import { Limits } from './Limits.tsx';

/** What somebody needs who connects a program of their own: where, with what, and how. */
export function IntegratePage() {
  // Known on this page only, and only until it is left.
  const [token, setToken] = useState<string>();
  const { data } = useQuery(WatchedControllers);
  const controllerId = data?.controllers[0]?.id;
  return (
    <chakra.div maxW="64rem">
      <PageHeader
        title="Integrate"
        description="Your own programs, connected to this team: they ask, act and listen as you may yourself."
      />
      <chakra.div display="flex" flexDirection="column" gap={4}>
        <SettingsCard title="Addresses" description="Where your programs call.">
          <Addresses origin={window.location.origin} />
        </SettingsCard>
        <SettingsCard title="Token" description="What your programs call with. Make one for each of them.">
          <ApiTokenList onMade={setToken} />
        </SettingsCard>
        <SettingsCard title="Examples" description="With your addresses in them: copy, paste, run.">
          <ExampleList access={{ origin: window.location.origin, token, controllerId }} />
        </SettingsCard>
        <SettingsCard title="Limits" description="How much your programs may ask for.">
          <Limits />
        </SettingsCard>
        <SettingsCard title="Documents" description="Every field and every call.">
          <Documents />
        </SettingsCard>
      </chakra.div>
    </chakra.div>
  );
}

import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { clockTime } from '#web/lib/dates.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { CreateMaintenanceWindow, MaintenanceWindows } from './maintenance.gql.ts';
import { ALL_CONTROLLERS, muteInput } from './window-form.ts';

/** Silence for an hour, at a touch. */
export function MuteNow({ controllers }: { controllers: readonly { id: string; name: string }[] }) {
  const [controllerId, setControllerId] = useState(ALL_CONTROLLERS);
  const [create, { loading }] = useMutation(CreateMaintenanceWindow, {
    refetchQueries: [MaintenanceWindows],
    awaitRefetchQueries: true,
  });
  const options = [
    { value: ALL_CONTROLLERS, label: 'All controllers' },
    ...controllers.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const mute = async () => {
    try {
      const { data } = await create({ variables: { input: muteInput(controllerId, new Date()) } });
      const until = data?.createMaintenanceWindow.activeUntil;
      const title = until ? `Muted until ${clockTime(new Date(until))}` : 'Muted';
      toast({ title, description: 'Alerts are recorded meanwhile.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Not muted',
        check: 'Check the Maintenance page to see whether it was muted.',
      });
    }
  };
  return (
    <chakra.div
      id="mute"
      display="flex"
      flexWrap="wrap"
      alignItems="flex-end"
      gap={3}
      mb={7}
      p={4}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
    >
      <chakra.div flex="1 1 14rem" maxW={{ sm: '20rem' }}>
        <Choice label="Mute now" value={controllerId} options={options} onChange={setControllerId} />
      </chakra.div>
      <Button variant="outline" aria-disabled={loading || undefined} onClick={() => !loading && void mute()}>
        <BellOff size={16} strokeWidth={1.75} aria-hidden />
        Mute for 1 hour
      </Button>
    </chakra.div>
  );
}

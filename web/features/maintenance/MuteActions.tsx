import { useMutation } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { addToList } from '#web/lib/cache.ts';
import { formatTime } from '#web/lib/format.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { BellOff, Wrench } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { CreateMaintenanceWindow } from './useWindows.ts';
import { muteInput, type WindowPlace } from './window-form.ts';

const WindowDialog = lazyDialog(() => import('./WindowDialog.tsx').then((m) => m.WindowDialog));

/** Mutes one site or device for an hour, or plans a maintenance window for it. Viewers get nothing. */
export function MuteActions({ place }: { place: WindowPlace }) {
  const looksOnly = useLooksOnly();
  const { mute, isMuting } = useMute();
  const [isPlanning, setPlanning] = useState(false);
  if (looksOnly) return null;
  return (
    <>
      <Button
        variant="outline"
        aria-disabled={isMuting || undefined}
        onClick={() => !isMuting && void mute(place)}
      >
        <BellOff size={16} strokeWidth={1.75} aria-hidden />
        Mute for 1 hour
      </Button>
      <Button variant="outline" onClick={() => setPlanning(true)}>
        <Wrench size={16} strokeWidth={1.75} aria-hidden />
        Plan maintenance
      </Button>
      {isPlanning && <WindowDialog place={place} onClose={() => setPlanning(false)} />}
    </>
  );
}

/** Mutes a place for an hour, and says until when. */
export function useMute() {
  const [create, { loading: isMuting }] = useMutation(CreateMaintenanceWindow, {
    update: (cache, { data }) =>
      data && addToList(cache, 'maintenanceWindows', data.createMaintenanceWindow, 'first'),
  });
  const mute = async (place: WindowPlace) => {
    try {
      const { data } = await create({ variables: { input: muteInput(place, new Date()) } });
      const until = unmasked(data)?.createMaintenanceWindow.activeUntil;
      const title = until ? `Muted until ${formatTime(new Date(until))}` : 'Muted';
      toast({ title, description: 'Alerts are recorded meanwhile.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Muting failed',
        check: 'Check the Maintenance page to see whether it was muted.',
      });
    }
  };
  return { mute, isMuting };
}

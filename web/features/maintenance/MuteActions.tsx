import { useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { graphql } from '#web/gql/index.ts';
import { addToList } from '#web/lib/cache.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { BellOff, Wrench } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { CreateMaintenanceWindow, useEndWindow } from './useWindows.ts';
import { muteInput, type WindowPlace } from './window-form.ts';
import { mutedWords } from './window-words.ts';

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

/** Mutes a place for an hour, says what and until when, and offers Undo. */
export function useMute() {
  const [create, { loading: isMuting }] = useMutation(CreateMaintenanceWindow, {
    update: (cache, { data }) =>
      data && addToList(cache, 'maintenanceWindows', data.createMaintenanceWindow, 'first'),
  });
  const { end } = useEndWindow();
  /** @param name of the place, unless the window has it */
  const mute = async (place: WindowPlace, name?: string) => {
    try {
      const { data } = await create({ variables: { input: muteInput(place, new Date()) } });
      const window = unmasked(data)?.createMaintenanceWindow;
      if (!window) return;
      const { id, activeUntil } = window;
      const until = activeUntil ? ` until ${formatTime(new Date(activeUntil))}` : '';
      toast({
        title: `Muted ${name ?? mutedWords(window)}${until}`,
        description: 'Alerts are recorded meanwhile.',
        type: 'success',
        action: { label: 'Undo', act: () => void end(id) },
      });
    } catch (error) {
      toastFailure(error, {
        title: 'Muting failed',
        check: 'Check the Maintenance page to see whether it was muted.',
      });
    }
  };
  return { mute, isMuting };
}

const OpenAlertsToMute = graphql(`
  query OpenAlertsToMute {
    openAlertCount
  }
`);

type MuteAllProps = { controllerCount: number; onMute: () => void; onClose: () => void };

/** Asks before everything is muted, because no one would be notified of anything. */
export function MuteAllDialog({ controllerCount, onMute, onClose }: MuteAllProps) {
  const { data } = useQuery(OpenAlertsToMute);
  const alerts =
    data && data.openAlertCount > 0 ? ` with ${formatCount(data.openAlertCount, 'open alert')}` : '';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onMute();
      }}
      title="Mute all controllers?"
      confirmLabel="Mute all controllers"
      isSafe
    >
      {`This covers ${formatCount(controllerCount, 'controller')}${alerts}. For 1 hour, alerts are recorded and shown, but no one is notified.`}
    </ConfirmDialog>
  );
}

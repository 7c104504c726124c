import { chakra, Dialog, Portal, VisuallyHidden } from '@chakra-ui/react';
import { Search } from '#web/ui/icons.tsx';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAlertActions } from '#web/features/alerts/useAlertActions.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import type { Area } from '../layouts/navigation.ts';
import type { Entry } from './entry.ts';
import { Found } from './Found.tsx';
import { useEntries } from './useEntries.ts';
import { type Maintained, useQuickActions } from './useQuickActions.ts';

const MaintenanceDialog = lazyDialog(() =>
  import('#web/features/alerts/AlertDialogs.tsx').then((m) => m.MaintenanceDialog),
);
const WindowDialog = lazyDialog(() =>
  import('#web/features/maintenance/WindowDialog.tsx').then((m) => m.WindowDialog),
);

type Props = { area: Area; onClose: () => void };

const sought = {
  admin: 'Screens, settings, actions, users',
  member: 'Screens, actions, devices, alerts, people',
};

/** Takes people anywhere by a few letters, and runs what needs no screen. */
export function Palette({ area, onClose }: Props) {
  useReturnFocus();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const alerts = useAlertActions();
  const [maintained, setMaintained] = useState<Maintained>();
  const { entries, ...search } = useEntries(area, typed, useQuickActions(alerts, setMaintained));
  const active = Math.min(at, entries.length - 1);
  const [isWaiting, setWaiting] = useState(false);
  const choose = (entry: Entry) => {
    if (!('run' in entry && entry.asks)) onClose();
    if ('run' in entry) entry.run();
    else void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const chosen = entries[active];
    // While an input method composes text, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing) return;
    if (step && entries.length > 0) setAt((active + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Enter' && search.searching) setWaiting(true);
    else return;
    event.preventDefault();
  };
  // Enter before the server answered chooses the best of what it finds.
  const chooseFirst = useEffectEvent(() => {
    if (entries[0] && !search.isMistyped) choose(entries[0]);
  });
  useEffect(() => {
    if (isWaiting && !search.searching) chooseFirst();
  }, [isWaiting, search.searching]);
  if (maintained && 'place' in maintained) return <WindowDialog place={maintained.place} onClose={onClose} />;
  if (maintained)
    return (
      <MaintenanceDialog
        description={maintained.alert.message}
        alerts={[maintained.alert]}
        onStart={(maintenance) => alerts.maintain([maintained.alert.id], maintenance)}
        onClose={onClose}
      />
    );
  return (
    <Dialog.Root
      open
      size="md"
      onOpenChange={({ open }) => !open && onClose()}
      onFocusOutside={(event) => event.preventDefault()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner alignItems="flex-start" pt={{ base: 2, md: '10vh' }} px={2}>
          <Dialog.Content borderRadius="surface" overflow="hidden">
            <VisuallyHidden>
              <Dialog.Title>Search</Dialog.Title>
            </VisuallyHidden>
            <chakra.div display="flex" alignItems="center" gap={2.5} px={4} borderBottomWidth="1px">
              <Search size={18} strokeWidth={1.75} aria-hidden />
              <chakra.input
                autoFocus
                role="combobox"
                aria-label={sought[area]}
                placeholder={sought[area]}
                aria-expanded
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  setAt(0);
                  setWaiting(false);
                }}
                onKeyDown={onKeyDown}
                flex={1}
                minW={0}
                h={12}
                bg="transparent"
                textStyle="lg"
                outline={0}
                textOverflow="ellipsis"
                _placeholder={{ color: 'fg.muted' }}
              />
            </chakra.div>
            <Found
              id={listId}
              {...{ entries, active, typed }}
              {...search}
              onActive={setAt}
              onChoose={choose}
            />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { formatList, formatNumber } from '#web/lib/format.ts';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Muted } from '#web/ui/text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import {
  CUSTOM,
  maintenanceRules,
  type MaintenanceValues,
  snoozeRules,
  wholeSiteRules,
} from './snooze-form.ts';
import { localInput, minutesUntil, snoozeChoices } from './snooze.ts';
import { type Maintenance, useAddNote } from './useAlertActions.ts';

export const AlertDialogFields = graphql(`
  fragment AlertDialogFields on Alert {
    id
    message
    pastMessage
    acknowledgedAt
    acknowledgeNote
  }
`);

type NoteProps = { alert: FragmentType<typeof AlertDialogFields>; onClose: () => void };

/** Writes a note for colleagues on an alert, which also acknowledges it. */
export function NoteDialog({ alert, onClose }: NoteProps) {
  const { id, message, pastMessage, acknowledgedAt, acknowledgeNote } = readFragment(
    AlertDialogFields,
    alert,
  );
  const addNote = useAddNote(id);
  const [isAcknowledged] = useState(acknowledgedAt != null);
  const [initial] = useState(() => ({ note: acknowledgeNote ?? '' }));
  const send = async ({ note = '' }: { note?: string }) => {
    await addNote(note);
    onClose();
  };
  return (
    <EditDialog
      title={isAcknowledged ? 'Note' : 'Acknowledge alert'}
      description={pastMessage ?? message}
      initial={initial}
      rules={noteRules}
      onSubmit={send}
      failure={{
        title: isAcknowledged ? 'Saving the note failed' : 'Acknowledging failed',
        check: 'Reload the page to see whether the note was saved.',
      }}
      submit={isAcknowledged ? 'Save note' : 'Acknowledge'}
      onClose={onClose}
    >
      <TextField
        name="note"
        label="Note"
        optional={!isAcknowledged}
        help="Colleagues see it with your name and the time."
        autoComplete="off"
        autoFocus
      />
    </EditDialog>
  );
}

/** Default snooze: two hours, in milliseconds. */
const SUGGESTED = 2 * 3_600_000;

type SnoozeProps = {
  /** What is snoozed: a message, or how many alerts. */
  description: string;
  /** @returns whether the server answered */
  onSnooze: (minutes: number) => Promise<boolean>;
  onClose: () => void;
};

/** Snoozes alerts until a custom time. */
export function SnoozeDialog({ description, onSnooze, onClose }: SnoozeProps) {
  const [initial] = useState(() => ({ until: localInput(new Date(Date.now() + SUGGESTED)) }));
  const send = async ({ until }: { until: string }) => {
    if (await onSnooze(minutesUntil(new Date(until)))) onClose();
  };
  return (
    <EditDialog
      title="Snooze"
      description={description}
      initial={initial}
      rules={snoozeRules}
      onSubmit={send}
      failure={{ title: 'Snoozing failed', check: 'Reload the page to see whether the alert was snoozed.' }}
      submit="Snooze"
      onClose={onClose}
    >
      <TextField
        name="until"
        label="Until"
        type="datetime-local"
        help="No one is notified again until then. If the problem persists, notifications resume."
        autoFocus
      />
    </EditDialog>
  );
}

type MaintenanceProps = {
  /** What it is started for: a message, or how many alerts. */
  description: string;
  /** The alerts. Undefined if not all of them are loaded. */
  alerts: readonly { deviceMac: string | null; siteName: string }[] | undefined;
  /** @returns whether the server answered */
  onStart: (maintenance: Maintenance) => Promise<boolean>;
  onClose: () => void;
};

/** Starts maintenance for the devices of alerts, and says what that does. Whole sites are covered only if someone chooses that. */
export function MaintenanceDialog({ description, alerts, onStart, onClose }: MaintenanceProps) {
  const [initial] = useState((): MaintenanceValues => ({
    name: '',
    length: '60',
    until: localInput(new Date(Date.now() + SUGGESTED)),
    wholeSites: false,
  }));
  const [without] = useState(() => alerts?.filter(({ deviceMac }) => deviceMac == null));
  const isEvery = without !== undefined && without.length === alerts?.length;
  const send = async ({
    name = '',
    length = '',
    until = '',
    wholeSites = false,
  }: Partial<MaintenanceValues>) => {
    const minutes = length === CUSTOM ? minutesUntil(new Date(until)) : Number(length);
    if (await onStart({ name, minutes, wholeSites })) onClose();
  };
  return (
    <EditDialog
      title="Start maintenance"
      description={description}
      initial={initial}
      rules={isEvery ? wholeSiteRules : maintenanceRules}
      onSubmit={send}
      failure={{
        title: 'Starting maintenance failed',
        check: 'Check the Maintenance page to see whether it was started.',
      }}
      submit="Start maintenance"
      onClose={onClose}
    >
      <MaintenanceFields>
        {without?.length !== 0 && (
          <CheckboxField
            name="wholeSites"
            label={wholeSitesLabel(without?.map(({ siteName }) => siteName))}
            help={
              isEvery
                ? 'No device is known here, so only the whole site can be in maintenance.'
                : 'Unless you tick this, alerts without a device, such as a console’s, aren’t covered.'
            }
          />
        )}
      </MaintenanceFields>
    </EditDialog>
  );
}

function MaintenanceFields({ children }: { children: ReactNode }) {
  const { values } = useFormikContext<MaintenanceValues>();
  const [choices] = useState(() => [
    ...snoozeChoices()
      .filter(({ minutes }) => minutes !== 30)
      .map(({ label, minutes }) => ({ value: String(minutes), label })),
    { value: CUSTOM, label: 'Custom time…' },
  ]);
  return (
    <>
      <TextField
        name="name"
        label="Reason"
        placeholder="Firmware update"
        help="This becomes the name of the maintenance window. Colleagues see it with your name."
        autoComplete="off"
        autoFocus
      />
      <SelectField name="length" label="Duration" options={choices} />
      {values.length === CUSTOM && <TextField name="until" label="Until" type="datetime-local" />}
      {children}
      <Muted>
        It covers the device of each alert. The alerts stay in the list, and no one is notified about what it
        covers until it ends. If an alert is still open then, your team is notified again.
      </Muted>
    </>
  );
}

/** Sites that are named. */
const NAMED = 3;

function wholeSitesLabel(names: readonly string[] | undefined): string {
  if (!names) return 'Cover the whole site of each alert without a device';
  const sites = [...new Set(names)];
  const more = sites.length - NAMED;
  const others = more > 0 ? [more === 1 ? '1 more site' : `${formatNumber(more)} more sites`] : [];
  return `Cover all devices at ${formatList([...sites.slice(0, NAMED), ...others])}`;
}

const noteRules = yupFor('acknowledgeAlert').pick(['note']);

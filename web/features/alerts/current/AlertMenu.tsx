import { useFragment } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { unifiUrl } from '#web/lib/places.ts';
import { ActionMenu, type MenuItem, type MenuPlace } from '#web/ui/ActionMenu.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { isSnoozed, type SnoozeChoice, snoozeChoices } from '../snooze.ts';
import { useRights, type AlertActions } from '../useAlertActions.ts';
import { AlertRowFields } from './AlertRow.tsx';

type Props = {
  id: string;
  at: MenuPlace;
  /** All actions, or only how long to snooze. */
  part: 'all' | 'snooze';
  actions: AlertActions;
  onOpen: () => void;
  onNote: (alert: AlertRowFieldsFragment) => void;
  onCustomTime: (alert: AlertRowFieldsFragment) => void;
  /** Undefined for people who may not start it. */
  onMaintenance: ((alert: AlertRowFieldsFragment) => void) | undefined;
  onSelect: () => void;
  onClose: () => void;
};

/** The actions of one row, at its button or where the pointer is. */
export function AlertMenu({ id, at, part, actions, onClose, ...more }: Props) {
  const { data, complete } = useFragment({
    fragment: AlertRowFields,
    fragmentName: 'AlertRowFields',
    from: { __typename: 'Alert', id },
  });
  useEffect(() => {
    if (!complete) onClose();
  }, [complete, onClose]);
  if (!complete) return null;
  return <OpenMenu alert={data as AlertRowFieldsFragment} {...{ at, part, actions, onClose, ...more }} />;
}

function OpenMenu({
  alert,
  at,
  part,
  actions,
  onMaintenance,
  ...on
}: Omit<Props, 'id'> & { alert: AlertRowFieldsFragment }) {
  const { id, controllerId, siteId, deviceMac } = alert;
  const navigate = useNavigate();
  const { mayAcknowledge, maySnooze } = useRights(alert);
  const [now] = useState(() => Date.now());
  const isAcknowledged = alert.acknowledgedAt != null;
  const snoozes: MenuItem[] = [
    ...(isSnoozed(alert, now) ? [{ label: 'End snooze', act: () => void actions.unsnooze([id]) }] : []),
    ...snoozeChoices().map(({ label, minutes }) => ({
      label,
      act: () => void actions.snooze([id], minutes),
    })),
    { label: 'Custom time…', act: () => on.onCustomTime(alert) },
  ];
  const first: MenuItem[] = [
    { label: 'Open', act: on.onOpen },
    ...(mayAcknowledge
      ? [
          isAcknowledged
            ? { label: 'Undo acknowledgement', act: () => void actions.unacknowledge([id]) }
            : { label: 'Acknowledge', act: () => void actions.acknowledge([id]) },
          {
            label: isAcknowledged ? 'Change note…' : 'Acknowledge with note…',
            act: () => on.onNote(alert),
          },
        ]
      : []),
    ...(onMaintenance ? [{ label: 'Start maintenance…', act: () => onMaintenance(alert) }] : []),
    { label: 'Select', act: on.onSelect },
  ];
  const last: MenuItem[] = [
    { label: 'Copy link', act: () => void copyLink(id) },
    { label: 'Open in UniFi', act: () => void window.open(unifiUrl(siteId), '_blank', 'noopener') },
    ...(deviceMac
      ? [
          {
            label: 'Device page',
            act: () => void navigate(`/controllers/${controllerId}/devices/${deviceMac}`),
          },
        ]
      : []),
  ];
  const snooze = { heading: 'Snooze', items: snoozes };
  const groups =
    part === 'snooze' ? [snooze] : [{ items: first }, ...(maySnooze ? [snooze] : []), { items: last }];
  const name = alert.deviceName ?? alert.siteName;
  return <ActionMenu label={`Actions for ${name}`} at={at} groups={groups} onClose={on.onClose} />;
}

type SnoozeMenuProps = {
  label: string;
  at: MenuPlace;
  onSnooze: (choice: SnoozeChoice) => void;
  onCustomTime: () => void;
  onClose: () => void;
};

/** How long to snooze several alerts. */
export function SnoozeMenu({ label, at, onSnooze, onCustomTime, onClose }: SnoozeMenuProps) {
  const items = [
    ...snoozeChoices().map((choice) => ({ label: choice.label, act: () => onSnooze(choice) })),
    { label: 'Custom time…', act: onCustomTime },
  ];
  return <ActionMenu label={label} at={at} groups={[{ heading: 'Snooze', items }]} onClose={onClose} />;
}

type GroupMenuProps = {
  name: string;
  at: MenuPlace;
  /** Undefined if everything in it is acknowledged, so that this can only be undone. */
  onAcknowledge: (() => void) | undefined;
  /** Undefined if nothing in it is acknowledged. */
  onUndo: (() => void) | undefined;
  onSnooze: (choice: SnoozeChoice) => void;
  onCustomTime: () => void;
  /** Undefined for people who may not start it. */
  onMaintenance: (() => void) | undefined;
  onSelect: () => void;
  onClose: () => void;
};

/** The actions for all alerts of a group. */
export function GroupMenu({ name, at, onAcknowledge, onMaintenance, onClose, ...on }: GroupMenuProps) {
  const items = [
    ...(onAcknowledge ? [{ label: 'Acknowledge all', act: onAcknowledge }] : []),
    ...(on.onUndo ? [{ label: 'Undo acknowledgements', act: on.onUndo }] : []),
    ...(onMaintenance ? [{ label: 'Start maintenance…', act: onMaintenance }] : []),
    { label: 'Select all', act: on.onSelect },
  ];
  const snoozes = [
    ...snoozeChoices().map((choice) => ({ label: choice.label, act: () => on.onSnooze(choice) })),
    { label: 'Custom time…', act: on.onCustomTime },
  ];
  return (
    <ActionMenu
      label={`Actions for all alerts of ${name}`}
      at={at}
      groups={[{ items }, { heading: 'Snooze all', items: snoozes }]}
      onClose={onClose}
    />
  );
}

async function copyLink(id: string): Promise<void> {
  const url = `${window.location.origin}/alerts/${id}`;
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', type: 'success' });
  } catch {
    toast({ title: 'Could not copy', description: url, type: 'error' });
  }
}

import { Button, chakra } from '@chakra-ui/react';
import { Mail, Trash2 } from '#web/ui/icons.tsx';
import type { WaitlistEntriesQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { DataColumn } from '#web/ui/useDataTable.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';

export type Entry = WaitlistEntriesQuery['waitlist'][number];

/** The waitlist's columns. The list on phones uses the same parts. */
export const entryColumns = (onDelete: (entry: Entry) => void): DataColumn<Entry>[] => [
  {
    id: 'email',
    name: 'Email',
    sort: { by: 'email' },
    shown: 'always',
    look: { overflowWrap: 'anywhere', minW: 40 },
    cell: (entry) => <Who {...entry} />,
  },
  {
    id: 'package',
    name: 'Package',
    sort: { by: 'package' },
    look: { overflowWrap: 'anywhere' },
    cell: ({ packageName }) => packageName,
  },
  {
    id: 'joined',
    name: 'Joined',
    sort: { by: 'joined', descending: true },
    look: { color: 'fg.muted', whiteSpace: 'nowrap' },
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    shown: 'always',
    look: { ps: 0, textAlign: 'end' },
    cell: (entry) => <EntryActions entry={entry} onDelete={() => onDelete(entry)} />,
  },
];

const Who = ({ email, unsubscribedAt }: Entry) => (
  <>
    <chakra.p fontWeight="medium">{email}</chakra.p>
    {unsubscribedAt && (
      <chakra.p textStyle="sm">
        <StatusDot state="unknown" word="Unsubscribed" />
      </chakra.p>
    )}
  </>
);

function EntryActions({ entry, onDelete }: { entry: Entry; onDelete: () => void }) {
  return (
    <chakra.div display="flex" justifyContent="flex-end" gap={1}>
      <Button asChild variant="ghost" size="sm">
        <a href={draftTo(entry)} aria-label={`Email ${entry.email}`}>
          <Mail size={16} strokeWidth={1.75} aria-hidden />
          <chakra.span hideBelow="sm">Email</chakra.span>
        </a>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        px={2}
        aria-label={`Delete ${entry.email}`}
        _hover={{ bg: 'danger.subtle', color: 'danger.fg' }}
        onClick={onDelete}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
      </Button>
    </chakra.div>
  );
}

type ListProps = { entries: readonly Entry[]; onDelete: (entry: Entry) => void };

/** The list on phones. */
export const EntriesList = ({ entries, onDelete }: ListProps) => (
  <DividedList aria-label="Waitlist">
    {entries.map((entry) => (
      <chakra.li key={entry.id} display="flex" alignItems="center" gap={2} ps={4} pe={1.5} py={2} minH={14}>
        <chakra.div flex={1} minW={0} overflowWrap="anywhere">
          <Who {...entry} />
          <Hint>
            {entry.packageName} · <RelativeTime at={entry.createdAt} />
          </Hint>
        </chakra.div>
        <EntryActions entry={entry} onDelete={() => onDelete(entry)} />
      </chakra.li>
    ))}
  </DividedList>
);

/** Opens a draft in the administrator's email program. */
function draftTo({ email, packageName }: { email: string; packageName: string }): string {
  const packages = new URL('/packages', window.location.href).href;
  const subject = `Registration is open: ${packageName}`;
  const body = [
    'Hello,',
    `you joined our waitlist for ${packageName}. Registration is now open:`,
    packages,
    'Best regards',
  ].join('\r\n\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

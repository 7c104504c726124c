import { chakra } from '@chakra-ui/react';
import type { PersonHistoryQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { changeWords } from './history.ts';
import { Section } from './Section.tsx';

type Entry = PersonHistoryQuery['auditEntries'][number];

/** What was done to a person, by whom, from where; the latest first. */
export const PersonHistorySection = ({ entries }: { entries: readonly Entry[] }) => (
  <Section title="Audit log">
    {entries.length === 0 && <chakra.p color="fg.muted">Nothing was changed yet.</chakra.p>}
    {entries.length > 0 && (
      <chakra.ol
        listStyleType="none"
        borderWidth="1px"
        borderRadius="control"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </chakra.ol>
    )}
  </Section>
);

function EntryItem({ entry }: { entry: Entry }) {
  const changes = changeWords(entry.before, entry.after);
  return (
    <chakra.li px={3} py={2} overflowWrap="anywhere">
      <chakra.p display="flex" flexWrap="wrap" columnGap={3}>
        <span>{entry.label}</span>
        <chakra.span color="fg.muted" ms={{ md: 'auto' }}>
          <RelativeTime at={entry.at} />
        </chakra.span>
      </chakra.p>
      <chakra.p textStyle="sm" color="fg.muted">
        by {entry.actor === 'system' ? 'Platform' : entry.actor}
        {entry.ipAddress && ` from ${entry.ipAddress}`}
        {changes && `: ${changes}`}
      </chakra.p>
    </chakra.li>
  );
}

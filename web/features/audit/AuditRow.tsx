import { chakra } from '@chakra-ui/react';
import { ChevronRight } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import type { AuditEntriesQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Changes } from './Changes.tsx';

/** Columns on wide screens; on phones what and when stand over the rest. */
export const auditColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 4fr) minmax(0, 4fr) minmax(0, 4fr) minmax(0, 2.5fr) 6.5rem',
} as const;

/** One privileged change; opened, it shows before and after. */
export function AuditRow({ entry }: { entry: AuditEntriesQuery['auditEntries'][number] }) {
  const { at, actor, label, subject, before, after, ipAddress } = entry;
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <chakra.div
        role="row"
        display="grid"
        gridTemplateColumns={auditColumns}
        gridTemplateAreas={{ base: '"what when" "rest rest"', lg: 'none' }}
        columnGap={4}
        alignItems="center"
        px={4}
        py={{ base: 2, lg: 1.5 }}
        borderTopWidth="1px"
        overflowWrap="anywhere"
      >
        <chakra.div role="cell" gridArea={{ base: 'what', lg: 'auto' }} minW={0}>
          <chakra.button
            type="button"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => setOpen(!open)}
            display="flex"
            alignItems="center"
            gap={1.5}
            minH={{ base: 8, lg: 7 }}
            textAlign="start"
            fontWeight="medium"
            borderRadius="sm"
            cursor="pointer"
            css={{
              '@media (pointer: coarse)': { minH: 11 },
              '& svg': { flexShrink: 0, transition: 'transform 120ms', rotate: open ? '90deg' : undefined },
            }}
          >
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            {label}
          </chakra.button>
        </chakra.div>
        <chakra.div
          role="presentation"
          gridArea={{ base: 'rest', lg: 'auto' }}
          display={{ base: 'block', lg: 'contents' }}
          textStyle={{ base: 'sm', lg: 'md' }}
          color={{ base: 'fg.muted', lg: 'fg' }}
          ps={{ base: 'calc(1rem + {spacing.1.5})', lg: 0 }}
          css={{ '& > * + *::before': { content: '" · "', lg: { content: 'none' } } }}
        >
          <span role="cell">{subject}</span>
          <span role="cell">{actor === 'system' ? 'Platform' : actor}</span>
          <chakra.span role="cell" color="fg.muted">
            {ipAddress ?? 'No address'}
          </chakra.span>
        </chakra.div>
        <chakra.div
          role="cell"
          gridArea={{ base: 'when', lg: 'auto' }}
          color="fg.muted"
          textStyle={{ base: 'sm', lg: 'md' }}
        >
          <RelativeTime at={at} />
        </chakra.div>
      </chakra.div>
      {open && (
        <chakra.div role="row" id={detailsId} px={4} pb={3} ps={{ base: 4, lg: 9 }}>
          <chakra.div role="cell" aria-colspan={5}>
            <Changes before={before} after={after} />
          </chakra.div>
        </chakra.div>
      )}
    </>
  );
}

import { chakra, Table } from '@chakra-ui/react';
import { ChevronRight } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import type { AuditEntriesQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Muted } from '#web/ui/text.tsx';
import { fieldWords, valueWords } from './words.ts';

/** On phones, the action and its time share the first line. */
export const auditColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 4fr) minmax(0, 4fr) minmax(0, 4fr) minmax(0, 2.5fr) 6.5rem',
} as const;

/** One audit entry. Expanding it shows the values before and after. */
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
          <Muted as="span" role="cell">
            {ipAddress ?? 'No address'}
          </Muted>
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

type Fields = Record<string, unknown>;

/**
 * On phones, each field is above its two values. Changing a table's `display` removes its roles, so they are set
 * explicitly.
 */
const group = { role: 'rowgroup', display: { mdDown: 'block' } } as const;

const row = {
  role: 'row',
  display: { mdDown: 'grid' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
} as const;

const field = { h: { mdDown: 'auto' }, pt: { mdDown: 2 }, borderBottomWidth: { mdDown: 0 } } as const;

const value = { h: { mdDown: 'auto' }, pb: { mdDown: 2 } } as const;

/** The changed fields, with their values before and after. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return <Muted>No values were recorded for this change.</Muted>;
  return (
    <Table.Root
      aria-label="Changes"
      role="table"
      size="sm"
      tableLayout="fixed"
      css={{ '& td, & th': { overflowWrap: 'anywhere' } }}
    >
      <Table.Header {...group}>
        <Table.Row {...row}>
          <Table.ColumnHeader role="columnheader" srOnly={{ mdDown: true }}>
            Field
          </Table.ColumnHeader>
          <Table.ColumnHeader role="columnheader" {...value}>
            Before
          </Table.ColumnHeader>
          <Table.ColumnHeader role="columnheader" {...value}>
            After
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body {...group}>
        {names.map((name) => (
          <Table.Row key={name} {...row}>
            <Table.Cell role="cell" color="fg.muted" gridColumn="1 / -1" {...field}>
              {fieldWords(name)}
            </Table.Cell>
            <Value of={was} name={name} />
            <Value of={is} name={name} />
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

const Value = ({ of, name }: { of: Fields; name: string }) => (
  <Table.Cell role="cell" whiteSpace="pre-line" {...value}>
    {Object.hasOwn(of, name) ? valueWords(of[name], name) : '–'}
  </Table.Cell>
);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

import { chakra, Table } from '@chakra-ui/react';
import { fieldWords, valueWords } from './words.ts';

type Fields = Record<string, unknown>;

/** On phones a field stands over its two values. Laid out so, a table needs its roles in words. */
const group = { role: 'rowgroup', display: { mdDown: 'block' } } as const;
const row = {
  role: 'row',
  display: { mdDown: 'grid' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
} as const;
const field = { h: { mdDown: 'auto' }, pt: { mdDown: 2 }, borderBottomWidth: { mdDown: 0 } } as const;
const value = { h: { mdDown: 'auto' }, pb: { mdDown: 2 } } as const;

/** What changed, field by field: before and after side by side. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return <chakra.p color="fg.muted">No values were recorded with it.</chakra.p>;
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
    {Object.hasOwn(of, name) ? valueWords(of[name]) : '–'}
  </Table.Cell>
);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

import { chakra, Table } from '@chakra-ui/react';
import { fieldWords, valueWords } from './words.ts';

type Fields = Record<string, unknown>;

/** What changed, field by field: before and after side by side. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return <chakra.p color="fg.muted">No values were recorded with it.</chakra.p>;
  return (
    <Table.Root
      aria-label="Changes"
      size="sm"
      tableLayout="fixed"
      css={{ '& td, & th': { overflowWrap: 'anywhere' } }}
    >
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader>Field</Table.ColumnHeader>
          <Table.ColumnHeader>Before</Table.ColumnHeader>
          <Table.ColumnHeader>After</Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {names.map((name) => (
          <Table.Row key={name}>
            <Table.Cell color="fg.muted">{fieldWords(name)}</Table.Cell>
            <Value of={was} name={name} />
            <Value of={is} name={name} />
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

const Value = ({ of, name }: { of: Fields; name: string }) => (
  <Table.Cell whiteSpace="pre-line">{Object.hasOwn(of, name) ? valueWords(of[name]) : '–'}</Table.Cell>
);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

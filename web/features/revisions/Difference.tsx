import { chakra } from '@chakra-ui/react';
import { valueWords } from '#web/features/audit/words.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { ChangedRows } from './ChangedRows.tsx';
import { fieldName, type Labels } from './labels.ts';
import { OldAndNew, Value } from './OldAndNew.tsx';
import { isRows, rowsOf } from './row-difference.ts';

export type FieldChange = { field: string; before?: unknown; after?: unknown };

/** Words longer than this stand under each other. */
const LONG = 60;

const none: Labels = {};

/** What changed, field by field: the old value, then the new one, each in the way it is read best. */
export const Difference = ({
  changes,
  labels = none,
}: {
  changes: readonly FieldChange[];
  labels?: Labels;
}) => (
  <chakra.dl display="flex" flexDirection="column" gap={3} overflowWrap="anywhere">
    {changes.map((change) => (
      <div key={change.field}>
        {change.field !== 'items' && (
          <chakra.dt textStyle="sm" color="fg.muted">
            {fieldName(change.field, labels)}
          </chakra.dt>
        )}
        <chakra.dd mt={0.5}>
          <Change {...change} labels={labels} />
        </chakra.dd>
      </div>
    ))}
  </chakra.dl>
);

function Change({ before, after, labels }: FieldChange & { labels: Labels }) {
  if (isRows(before) || isRows(after)) {
    return <ChangedRows before={rowsOf(before)} after={rowsOf(after)} labels={labels} />;
  }
  if (Array.isArray(before) || Array.isArray(after) || isLong(before) || isLong(after)) {
    return <ChangedLines before={linesOf(before)} after={linesOf(after)} />;
  }
  return <OldAndNew before={<Value of={before} />} after={<Value of={after} />} />;
}

const isLong = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > LONG || value.includes('\n'));

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined || value === '' ? [] : valueWords(value).split('\n');
}

import { chakra } from '@chakra-ui/react';
import { valueWords } from '#web/features/audit/words.ts';
import { fieldName, type Labels } from './labels.ts';
import { OldAndNew, Value } from './OldAndNew.tsx';
import { rowDifference, rowFacts, verbs, type Row, type RowChange } from './row-difference.ts';

type Props = { before: readonly Row[]; after: readonly Row[]; labels: Labels };

/** What became of the rows of a list, a line each. */
export const ChangedRows = ({ before, after, labels }: Props) => (
  <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap={2}>
    {rowDifference(before, after).map((change) => (
      <li key={change.id}>
        <Changed change={change} labels={labels} />
      </li>
    ))}
  </chakra.ul>
);

function Changed({ change, labels }: { change: RowChange; labels: Labels }) {
  if (change.kind === 'order') {
    return (
      <>
        <chakra.p textStyle="sm" color="fg.muted">
          Order
        </chakra.p>
        <OldAndNew before={change.before.join(', ')} after={change.after.join(', ')} />
      </>
    );
  }
  return (
    <>
      <p>
        {verbs[change.kind]} <chakra.b fontWeight="semibold">{change.name}</chakra.b>
      </p>
      <chakra.ul listStyleType="none" ps={3} mt={0.5} borderInlineStartWidth="2px" textStyle="sm">
        {change.kind === 'changed'
          ? change.fields.map(({ field, before, after }) => (
              <li key={field}>
                <chakra.span color="fg.muted">{fieldName(field, labels)}: </chakra.span>
                <OldAndNew before={<Value of={before} />} after={<Value of={after} />} />
              </li>
            ))
          : rowFacts(change.row).map(([field, value]) => (
              <chakra.li key={field} color="fg.muted">
                {fieldName(field, labels)}: {valueWords(value)}
              </chakra.li>
            ))}
      </chakra.ul>
    </>
  );
}

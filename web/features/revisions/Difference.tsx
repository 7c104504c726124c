import { chakra, Stack } from '@chakra-ui/react';
import { Hint, Muted } from '#web/ui/text.tsx';
import type { ReactNode } from 'react';
import { valueWords } from '#web/features/audit/words.ts';
import { hexColor } from '#web/lib/contrast.ts';
import {
  type DiffLine,
  fieldName,
  isRows,
  type Labels,
  lineDifference,
  type Row,
  type RowChange,
  rowDifference,
  rowFacts,
  rowsOf,
  verbs,
} from './differences.ts';
import { formatNumber } from '#web/lib/format.ts';

export type FieldChange = { field: string; before?: unknown; after?: unknown };

/** Longer texts are placed below each other. */
const LONG = 60;

const none: Labels = {};

/** The changed fields, with old and new values. */
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

const looks = {
  same: { sign: ' ', words: '', color: 'fg.muted', bg: undefined },
  gone: { sign: '−', words: 'removed: ', color: 'fg', bg: 'state.critical.subtle' },
  new: { sign: '+', words: 'added: ', color: 'fg', bg: 'state.ok.subtle' },
} as const;

/** A diff of long texts or lists, with context lines. */
const ChangedLines = (props: { before: readonly string[]; after: readonly string[] }) => (
  <chakra.ul
    listStyleType="none"
    borderWidth="1px"
    borderRadius="control"
    overflow="hidden"
    textStyle="sm"
    whiteSpace="pre-wrap"
    maxH="24rem"
    overflowY="auto"
    tabIndex={0}
    aria-label="Changed lines"
  >
    {lineDifference(props.before, props.after).map((line) => (
      <Line key={line.at} line={line} />
    ))}
  </chakra.ul>
);

function Line({ line }: { line: DiffLine }) {
  if (line.mark === 'skip') {
    return (
      <chakra.li px={2.5} py={0.5} color="fg.subtle" bg="bg.subtle">
        {line.count === 1 ? '1 unchanged line' : `${formatNumber(line.count)} unchanged lines`}
      </chakra.li>
    );
  }
  const { sign, words, color, bg } = looks[line.mark];
  return (
    <chakra.li display="flex" gap={2} px={2.5} py={0.5} color={color} bg={bg}>
      <chakra.span aria-hidden fontFamily="mono" flexShrink={0} w={2.5}>
        {sign}
      </chakra.span>
      <chakra.span srOnly>{words}</chakra.span>
      <chakra.span minW={0} overflowWrap="anywhere">
        {line.text || ' '}
      </chakra.span>
    </chakra.li>
  );
}

type Props = { before: readonly Row[]; after: readonly Row[]; labels: Labels };

/** The changed rows of a list. */
const ChangedRows = ({ before, after, labels }: Props) => (
  <Stack as="ul" listStyleType="none" gap={2}>
    {rowDifference(before, after).map((change) => (
      <li key={change.id}>
        <Changed change={change} labels={labels} />
      </li>
    ))}
  </Stack>
);

function Changed({ change, labels }: { change: RowChange; labels: Labels }) {
  if (change.kind === 'order') {
    return (
      <>
        <Hint>Order</Hint>
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
                <Muted as="span">{fieldName(field, labels)}: </Muted>
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

/** Old value, arrow, new value. Hidden words say which is which to screen readers. */
const OldAndNew = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={0.5}>
    <Muted as="span">
      <chakra.span srOnly>before: </chakra.span>
      {before}
    </Muted>
    <chakra.span color="fg.subtle" aria-hidden>
      →
    </chakra.span>
    <chakra.span fontWeight="medium">
      <chakra.span srOnly>after: </chakra.span>
      {after}
    </chakra.span>
  </chakra.span>
);

/** An image that was uploaded here. */
const picture = /^\/uploads\/[\w-]+\.\w+$/;

/** A value as text, with a swatch for colors and a thumbnail for images. */
function Value({ of }: { of: unknown }) {
  if (typeof of === 'string' && picture.test(of)) {
    return (
      <chakra.img src={of} alt={of} h={8} maxW={32} objectFit="contain" borderWidth="1px" borderRadius="sm" />
    );
  }
  const color = typeof of === 'string' && of.startsWith('#') ? hexColor(of) : undefined;
  if (!color) return <>{valueWords(of)}</>;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1.5} fontFamily="mono" textStyle="sm">
      <chakra.span
        aria-hidden
        boxSize={4}
        borderRadius="sm"
        borderWidth="1px"
        borderColor="border.control"
        flexShrink={0}
        style={{ backgroundColor: color }}
      />
      {color}
    </chakra.span>
  );
}

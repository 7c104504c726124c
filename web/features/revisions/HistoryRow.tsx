import { Badge, Button, chakra } from '@chakra-ui/react';
import { ChevronRight } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import type { RevisionFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Difference } from './Difference.tsx';
import { fieldName, inOrderOf, isRows, type Labels, rowDifference, rowsOf, rowWords } from './differences.ts';

export const RevisionFields = graphql(`
  fragment RevisionFields on Revision {
    id
    version
    by
    at
    revertOf
    changes {
      field
      before
      after
    }
  }
`);

export const Revisions = graphql(`
  query Revisions($part: ContentPart!, $first: Int) {
    revisions(part: $part, first: $first) {
      ...RevisionFields
    }
  }
`);

type Props = {
  revision: RevisionFieldsFragment;
  labels?: Labels;
  isReverted?: boolean;
  startsOpen?: boolean;
  /** Left out if there is nothing to revert. */
  onRevert?: () => void;
};

/** A change with its author, time and summary. Expanding it shows the difference. */
export function HistoryRow({ revision, labels, isReverted, startsOpen = false, onRevert }: Props) {
  const { by, at, revertOf } = revision;
  const changes = inOrderOf(labels, revision.changes);
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  const isRevert = revertOf !== null && revertOf !== undefined;
  return (
    <chakra.li py={2} css={{ '& + &': { borderTopWidth: '1px' } }}>
      <chakra.div display="flex" alignItems="flex-start" gap={3}>
        <chakra.button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          flex={1}
          minW={0}
          display="grid"
          gridTemplateColumns="auto minmax(0, 1fr)"
          columnGap={1.5}
          py={1}
          textAlign="start"
          overflowWrap="anywhere"
          borderRadius="sm"
          cursor="pointer"
          css={{
            '@media (pointer: coarse)': { minH: 11 },
            '& svg': { mt: 0.5, transition: 'transform 120ms', rotate: open ? '90deg' : undefined },
          }}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
          <chakra.span fontWeight="medium" color={isReverted ? 'fg.muted' : 'fg'}>
            {isRevert ? 'Reverted: ' : ''}
            {summary(changes, labels)}
          </chakra.span>
        </chakra.button>
        {isReverted && <Badge mt={1.5}>Reverted</Badge>}
        {onRevert && (
          <Button variant="outline" size="sm" onClick={onRevert} aria-describedby={`${id}-who`}>
            Revert
          </Button>
        )}
      </chakra.div>
      <Hint id={`${id}-who`} ps="calc(16px + {spacing.1.5})">
        <chakra.span overflowWrap="anywhere">{by}</chakra.span> · <RelativeTime at={at} />
      </Hint>
      {open && (
        <chakra.div id={id} ps="calc(16px + {spacing.1.5})" pt={2} pb={1}>
          <Difference changes={changes} labels={labels} />
        </chakra.div>
      )}
    </chakra.li>
  );
}

/** "Site name, Primary color and 2 more", or "Added Pricing, Order" for a list. */
export function summary(changes: RevisionFieldsFragment['changes'], labels?: Labels): string {
  const names = changes.flatMap(({ field, before, after }) =>
    isRows(before) || isRows(after)
      ? rowDifference(rowsOf(before), rowsOf(after)).map(rowWords)
      : [fieldName(field, labels)],
  );
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

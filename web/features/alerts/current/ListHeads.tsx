import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { ChevronDown, ChevronRight, Ellipsis } from '#web/ui/icons.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Swatch } from '#web/ui/Swatch.tsx';
import { Hint } from '#web/ui/text.tsx';
import type { Selection } from '#web/ui/useSelection.ts';
import { momentOf, typeWords } from '../alert-words.ts';
import { listColumns } from './list-styles.ts';
import type { Group } from './open-alerts.gql.ts';

type GroupRowProps = {
  group: Group;
  rowIndex: number;
  isOpen: boolean;
  onToggle: () => void;
  onSelect: () => void;
  /** Opens the menu of the group at its button. */
  onMenu: (at: HTMLElement) => void;
};

/** The header of a group: what its alerts have in common, how bad they are, and how many are new. */
export function GroupRow({ group, rowIndex, isOpen, onToggle, onSelect, onMenu }: GroupRowProps) {
  const { count, newCount, severity, customerColor } = group;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { name, more } = groupWords(group);
  return (
    <div role="row" data-part="group" aria-rowindex={rowIndex}>
      <div role="gridcell" aria-colspan={7} style={{ display: 'contents' }}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
          <chakra.span color={`state.${severity}`}>
            <StateIcon state={severity} size={10} />
          </chakra.span>
          {customerColor && <Swatch color={customerColor} />}
          <chakra.span lineClamp={{ base: 2, md: 1 }} overflowWrap="anywhere">
            {name}
          </chakra.span>
        </button>
        {more && (
          <Hint as="span" truncate hideBelow="md">
            {more}
          </Hint>
        )}
        <Hint as="span" ms="auto" whiteSpace="nowrap">
          {formatCount(count, 'alert')}
          {newCount > 0 && newCount < count && `, ${formatNumber(newCount)} new`}
          {newCount === 0 && ', none new'}
          <chakra.span hideBelow="md">{` · since ${momentOf(group.oldest)}`}</chakra.span>
        </Hint>
        <button
          type="button"
          data-part="select"
          aria-label={`Select ${count === 1 ? 'the alert' : `all ${formatNumber(count)} alerts`} of ${name}`}
          onClick={onSelect}
        >
          Select
        </button>
        <button
          type="button"
          data-part="menu"
          aria-haspopup="menu"
          aria-label={`Actions for all alerts of ${name}`}
          onClick={(event) => onMenu(event.currentTarget)}
        >
          <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </div>
  );
}

/** "Bäckerei Nord", "Head Office" of a customer, "Device offline" at 30 sites. */
export function groupWords(group: Group): { name: string; more?: string } {
  const { type, siteName, customerName, siteCount } = group;
  if (type) return { name: typeWords[type], more: `at ${formatCount(siteCount, 'site')}` };
  if (siteName) return { name: siteName, more: customerName ?? undefined };
  return { name: customerName ?? 'No customer' };
}

/** The columns of the list, and the box that selects all alerts. Phones have none. */
export function ListHead({ selection }: { selection: Selection }) {
  const { isAll, count } = selection;
  return (
    <chakra.div
      role="row"
      aria-rowindex={1}
      display={{ base: 'none', md: 'grid' }}
      gridTemplateColumns={listColumns}
      columnGap={4}
      alignItems="center"
      h={9}
      ps={4}
      pe={2}
      textStyle="xs"
      fontWeight="medium"
      color="fg.muted"
      css={{ '& > [data-wide]': { display: { base: 'none', xl: 'block' } } }}
    >
      <div role="columnheader" data-part="pick" style={{ gridArea: 'auto' }}>
        <label>
          <input
            type="checkbox"
            checked={isAll && count > 0}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll;
            }}
            aria-label="Select all matching alerts"
            onChange={() => (count > 0 ? selection.clear() : selection.pickAll())}
          />
        </label>
      </div>
      <span role="columnheader">Severity</span>
      <span role="columnheader">Alert</span>
      <span role="columnheader" data-wide>
        Customer and site
      </span>
      <chakra.span role="columnheader" textAlign="end">
        Since
      </chakra.span>
      <span role="columnheader" data-wide>
        Handled by
      </span>
      <span role="columnheader">
        <VisuallyHidden>Actions</VisuallyHidden>
      </span>
    </chakra.div>
  );
}

import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { RuleChannels } from '#web/features/alerts/RuleChannels.tsx';
import { RuleSwitch } from '#web/features/alerts/RuleSwitch.tsx';
import { thresholdWords, type Rule } from '#web/features/alerts/rule-form.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';

/** Columns on wide screens; below, name and switch stand over the rest. */
export const ruleLineColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 1.5fr) minmax(0, 3fr) 6.5rem 8.5rem',
} as const;

const areas = {
  base: '"name active" "facts actions"',
  lg: 'none',
};

type Props = {
  rule: Rule;
  /** What its condition is held against where the rule names no threshold. */
  usualThreshold?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** One rule in the words of the documented table. */
export function RuleLine({ rule, usualThreshold, onEdit, onDelete }: Props) {
  const looksOnly = useLooksOnly();
  const nameId = useId();
  const Actions = useRoom() === 'phone' ? RowMenu : RowActions;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={ruleLineColumns}
      gridTemplateAreas={areas}
      columnGap={4}
      rowGap={0.5}
      alignItems="center"
      px={4}
      py={{ base: 2.5, lg: 1 }}
      borderTopWidth="1px"
      overflowWrap="anywhere"
    >
      <chakra.div
        role="cell"
        gridArea={{ base: 'name', lg: 'auto' }}
        minW={0}
        fontWeight="medium"
        id={nameId}
      >
        {rule.name}
      </chakra.div>
      <chakra.div
        role="presentation"
        gridArea={{ base: 'facts', lg: 'auto' }}
        display={{ base: 'block', lg: 'contents' }}
        textStyle={{ base: 'sm', lg: 'md' }}
        color={{ base: 'fg.muted', lg: 'fg' }}
        css={{ '& > * + *:not(:empty)::before': { content: '" · "', lg: { content: 'none' } } }}
      >
        <span role="cell">{rule.condition.replaceAll('_', ' ')}</span>
        <chakra.span role="cell" whiteSpace="nowrap" color={rule.threshold ? undefined : 'fg.muted'}>
          {thresholdWords(rule, usualThreshold)}
        </chakra.span>
        <span role="cell">
          <RuleChannels rule={rule} />
        </span>
      </chakra.div>
      <chakra.div role="cell" gridArea={{ base: 'active', lg: 'auto' }}>
        <RuleSwitch rule={rule} nameId={nameId} />
      </chakra.div>
      <chakra.div role="cell" gridArea={{ base: 'actions', lg: 'auto' }} justifySelf="end">
        {!looksOnly && (
          <Actions
            of={rule.name}
            actions={[
              { label: 'Edit', act: onEdit },
              { label: 'Delete', act: onDelete, destroys: true },
            ]}
          />
        )}
      </chakra.div>
    </chakra.div>
  );
}

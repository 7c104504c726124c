import { Button, chakra } from '@chakra-ui/react';
import { ListChecks, Plus } from '#web/ui/icons.tsx';
import { useId, useState } from 'react';
import { type Rule, thresholdWords } from '#web/features/alerts/rules/rule-form.ts';
import { DeleteRule, RuleSwitch } from '#web/features/alerts/rules/RuleControls.tsx';
import { RuleChannels } from '#web/features/alerts/rules/SilentRules.tsx';
import { useAlertRules, useUsualThresholds } from '#web/features/alerts/rules/useAlertRules.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PartHeading } from './PartHeading.tsx';

const RuleDialog = lazyDialog(() =>
  import('#web/features/alerts/rules/RuleDialog.tsx').then((m) => m.RuleDialog),
);

/** The alert rules and their channels, with the same actions as on the alerts screen. */
export function RulesSection() {
  const { rules, error, refetch } = useAlertRules();
  const [dialog, setDialog] = useState<{ rule?: Rule }>();
  const [deleting, setDeleting] = useState<Rule>();
  const looksOnly = useLooksOnly();
  const defaultThreshold = useUsualThresholds();
  const add = () => setDialog({});
  return (
    <chakra.section aria-labelledby="rules">
      <PartHeading
        id="rules"
        title="Alert Rules"
        action={
          !looksOnly &&
          rules !== undefined &&
          rules.length > 0 && (
            <Button variant="outline" onClick={add}>
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              Add Rule
            </Button>
          )
        }
      >
        What raises an alert, and which channels are notified.
      </PartHeading>
      {!rules && error != null && (
        <LoadFailed title="We couldn’t load the alert rules" error={error} onRetry={refetch} />
      )}
      {!rules && error == null && <SkeletonRows rows={3} />}
      {rules?.length === 0 && (
        <Card>
          <EmptyState
            title="No alert rules"
            icon={<ListChecks size={28} strokeWidth={1.5} aria-hidden />}
            action={!looksOnly && <Button onClick={add}>Create First Rule</Button>}
          >
            Without a rule no alerts are raised, so no channel is notified.
          </EmptyState>
        </Card>
      )}
      {rules && rules.length > 0 && (
        <GridTable label="Alert rules" columns={ruleLineColumns} head={head}>
          {rules.map((rule) => (
            <RuleLine
              key={rule.id}
              rule={rule}
              defaultThreshold={defaultThreshold(rule.condition)}
              onEdit={() => setDialog({ rule })}
              onDelete={() => setDeleting(rule)}
            />
          ))}
        </GridTable>
      )}
      <DeleteRule rule={deleting} onClose={() => setDeleting(undefined)} />
      {dialog && <RuleDialog rule={dialog.rule} onClose={() => setDialog(undefined)} />}
    </chakra.section>
  );
}

const head = (
  <>
    <span role="columnheader">Name</span>
    <span role="columnheader">Condition</span>
    <span role="columnheader">Threshold</span>
    <span role="columnheader">Channels</span>
    <span role="columnheader">Active</span>
    <chakra.span role="columnheader" srOnly>
      Actions
    </chakra.span>
  </>
);

/** On narrow screens, the name and switch are above the rest. */
const ruleLineColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 1.5fr) minmax(0, 3fr) 6.5rem 8.5rem',
} as const;

const areas = {
  base: '"name active" "facts actions"',
  lg: 'none',
};

type Props = {
  rule: Rule;
  /** The threshold where the rule has none of its own. */
  defaultThreshold?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** A row of the documented table. */
function RuleLine({ rule, defaultThreshold, onEdit, onDelete }: Props) {
  const looksOnly = useLooksOnly();
  const nameId = useId();
  const Actions = useScreenSize() === 'phone' ? RowMenu : RowActions;
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
          {thresholdWords(rule, defaultThreshold)}
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

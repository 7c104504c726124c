import { Button, chakra } from '@chakra-ui/react';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { DeleteRule } from '#web/features/alerts/DeleteRule.tsx';
import type { Rule } from '#web/features/alerts/rule-form.ts';
import { useAlertRules } from '#web/features/alerts/useAlertRules.ts';
import { useUsualThresholds } from '#web/features/alerts/useUsualThresholds.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PartHeading } from './PartHeading.tsx';
import { RuleLine, ruleLineColumns } from './RuleLine.tsx';

const RuleDialog = lazyDialog(() => import('#web/features/alerts/RuleDialog.tsx').then((m) => m.RuleDialog));

/** Which rules tell which channels; rules are added, changed and deleted here as on the alerts' own screen. */
export function RulesSection() {
  const { rules, error, refetch } = useAlertRules();
  const [dialog, setDialog] = useState<{ rule?: Rule }>();
  const [deleting, setDeleting] = useState<Rule>();
  const looksOnly = useLooksOnly();
  const usualThreshold = useUsualThresholds();
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
        <LoadFailed title="Alert rules could not be loaded" error={error} onRetry={refetch} />
      )}
      {!rules && error == null && <SkeletonRows rows={3} />}
      {rules?.length === 0 && (
        <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
          <EmptyState
            title="No alert rules"
            icon={<ListChecks size={28} strokeWidth={1.5} aria-hidden />}
            action={!looksOnly && <Button onClick={add}>Create First Rule</Button>}
          >
            Without a rule no alerts are raised, so no channel is notified.
          </EmptyState>
        </chakra.div>
      )}
      {rules && rules.length > 0 && (
        <GridTable label="Alert rules" columns={ruleLineColumns} head={head}>
          {rules.map((rule) => (
            <RuleLine
              key={rule.id}
              rule={rule}
              usualThreshold={usualThreshold(rule.condition)}
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

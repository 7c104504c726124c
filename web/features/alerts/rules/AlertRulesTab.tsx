import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { AlertControllers } from '../alerts.gql.ts';
import { useNotEvaluatedRules } from './NotEvaluated.tsx';
import { DeleteRule } from './RuleControls.tsx';
import { ruleColumns, RuleRow } from './RuleRow.tsx';
import { SilentRules } from './SilentRules.tsx';
import type { Rule } from './rule-form.ts';
import { useAlertRules, useUsualThresholds } from './useAlertRules.ts';

const none: readonly Rule[] = [];

type Props = { onAdd: () => void; onEdit: (rule: Rule) => void };

/** What the customer asked to be told about. */
export function AlertRulesTab({ onAdd, onEdit }: Props) {
  const { rules, error, refetch } = useAlertRules();
  const { data } = useQuery(AlertControllers);
  const usualThreshold = useUsualThresholds();
  const notEvaluated = useNotEvaluatedRules();
  const [deleting, setDeleting] = useState<Rule>();
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(rules ?? none, { nouns: ['rule', 'rules'], list });
  if (!rules && error) {
    return <LoadFailed title="Alert rules could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!rules) return <LoadingSpinner text="Loading rules..." />;
  if (rules.length === 0) return <NoRules onAdd={onAdd} />;
  return (
    <>
      <chakra.div mb={4} _empty={{ display: 'none' }}>
        <SilentRules />
      </chakra.div>
      <div ref={list}>
        <GridTable label="Alert rules" columns={ruleColumns} head={head}>
          {pages.rows.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              usualThreshold={usualThreshold(rule.condition)}
              controllerName={data?.controllers.find(({ id }) => id === rule.controllerId)?.name}
              notEvaluated={notEvaluated(rule.id)}
              onEdit={() => onEdit(rule)}
              onDelete={() => setDeleting(rule)}
            />
          ))}
        </GridTable>
      </div>
      {pages.pager}
      <DeleteRule rule={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

const head = (
  <>
    <span role="columnheader">Rule</span>
    <span role="columnheader">Condition</span>
    <span role="columnheader">Channels</span>
    <span role="columnheader">Status</span>
    <chakra.span role="columnheader" srOnly>
      Actions
    </chakra.span>
  </>
);

function NoRules({ onAdd }: { onAdd: () => void }) {
  const looksOnly = useLooksOnly();
  return (
    <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
      <EmptyState
        title="No alert rules"
        icon={<ListChecks size={28} strokeWidth={1.5} aria-hidden />}
        action={!looksOnly && <Button onClick={onAdd}>Create First Rule</Button>}
      >
        Without a rule nothing is watched, so nothing can alert you.
      </EmptyState>
    </chakra.div>
  );
}

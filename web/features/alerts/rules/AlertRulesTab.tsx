import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { ListChecks, Trash2 } from '#web/ui/icons.tsx';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { testResultText } from '#web/features/halopsa/test-result.tsx';
import type { NotEvaluatedFieldsFragment, RuleRowFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { shorten } from '#web/lib/shorten.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { conditionWords, durationWords } from '../alert-words.ts';
import { AlertControllerFields, AlertControllers } from '../alerts.gql.ts';
import { NotEvaluatedSummary, useNotEvaluatedRules } from './NotEvaluated.tsx';
import { DeleteRule, RuleSwitch } from './RuleControls.tsx';
import { RuleChannels, SilentRules, useChannelStates } from './SilentRules.tsx';
import { type Rule, thresholdWords } from './rule-form.ts';
import { useAlertRules, useUsualThresholds } from './useAlertRules.ts';

export const TestAlertRule = graphql(`
  mutation TestAlertRule($id: ID!) {
    testAlertRule(id: $id) {
      success
      notified
      message
      ticketUrl
    }
  }
`);

const none: readonly Rule[] = [];

type Props = { onAdd: () => void; onEdit: (rule: Rule) => void };

/** The Alert Rules tab. */
export function AlertRulesTab({ onAdd, onEdit }: Props) {
  const { rules, error, refetch } = useAlertRules();
  const { data } = useQuery(AlertControllers);
  const defaultThreshold = useUsualThresholds();
  const notEvaluated = useNotEvaluatedRules();
  const channels = useChannelStates();
  const [deleting, setDeleting] = useState<Rule>();
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(rules ?? none, { nouns: ['rule', 'rules'], list });
  if (!rules && error) {
    return <LoadFailed title="We couldn’t load the alert rules" error={error} onRetry={refetch} />;
  }
  // What is above a rule and within it comes with it, so that nothing moves under the reader's thumb.
  if (!rules || notEvaluated.isPending || channels.isPending)
    return <LoadingSpinner text="Loading rules..." />;
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
              defaultThreshold={defaultThreshold(rule.condition)}
              controllerName={
                (data && readFragment(AlertControllerFields, data.controllers))?.find(
                  ({ id }) => id === rule.controllerId,
                )?.name
              }
              notEvaluated={notEvaluated.of(rule.id)}
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
    <Card>
      <EmptyState
        title="No alert rules"
        icon={<ListChecks size={28} strokeWidth={1.5} aria-hidden />}
        action={!looksOnly && <Button onClick={onAdd}>Create First Rule</Button>}
      >
        Rules decide what raises an alert and who gets notified.
      </EmptyState>
    </Card>
  );
}

/** One line on wide screens and two on medium ones. On phones the name and its switch are above the rest. */
const ruleColumns = {
  base: 'minmax(0, 1fr) auto',
  md: 'minmax(0, 1fr) minmax(0, 1fr) auto',
  lg: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 3fr) 6.5rem 13.5rem',
} as const;

const areas = {
  base: '"name status" "condition condition" "channels channels" "actions actions"',
  md: '"name condition status" "name channels actions"',
  lg: '"name condition channels status actions"',
};

export const RuleRowFields = graphql(`
  fragment RuleRowFields on AlertRule {
    id
    name
    condition
    threshold
    duration
    controllerId
    siteId
    covers
    isActive
    ...RuleChannelsFields
    ...RuleSwitchFields
  }
`);

type RuleRowProps = {
  rule: FragmentType<typeof RuleRowFields>;
  /** The default threshold, if the rule has none of its own. */
  defaultThreshold?: string;
  controllerName?: string;
  /** What it hasn't been able to evaluate for longer than its duration. */
  notEvaluated?: readonly NotEvaluatedFieldsFragment[];
  onEdit: () => void;
  onDelete: () => void;
};

/** One rule: its condition, scope and channels. */
function RuleRow({
  defaultThreshold,
  controllerName,
  notEvaluated,
  onEdit,
  onDelete,
  ...props
}: RuleRowProps) {
  const rule = readFragment(RuleRowFields, props.rule);
  const looksOnly = useLooksOnly();
  const limit = thresholdWords(rule, defaultThreshold);
  // Target of links to this rule.
  const nameId = `rule-${rule.id}`;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={ruleColumns}
      gridTemplateAreas={areas}
      columnGap={4}
      rowGap={1}
      alignItems="center"
      px={4}
      py={2.5}
      borderTopWidth="1px"
    >
      <chakra.div role="cell" gridArea="name" minW={0}>
        <chakra.p
          id={nameId}
          fontWeight="medium"
          overflowWrap="anywhere"
          color={rule.isActive ? 'fg' : 'fg.muted'}
        >
          {rule.name}
        </chakra.p>
        <Hint truncate>{placeWords(rule, controllerName)}</Hint>
        {rule.covers && (
          <Hint overflowWrap="anywhere" lineClamp={3}>
            {rule.covers}
          </Hint>
        )}
      </chakra.div>
      <chakra.div role="cell" gridArea="condition" minW={0}>
        <p>
          {conditionWords[rule.condition]}
          {limit && (
            <chakra.span
              whiteSpace="nowrap"
              {...(rule.threshold ? { fontWeight: 'medium' } : { color: 'fg.muted' })}
            >
              {' '}
              {limit}
            </chakra.span>
          )}{' '}
          <Muted as="span" whiteSpace="nowrap">
            {durationWords(rule.duration)}
          </Muted>
        </p>
        {notEvaluated && <NotEvaluatedSummary gaps={notEvaluated} />}
      </chakra.div>
      <Hint as="div" role="cell" gridArea="channels" minW={0}>
        <RuleChannels rule={rule} />
      </Hint>
      <chakra.div role="cell" gridArea="status" display="flex" justifySelf={{ md: 'end', lg: 'start' }}>
        <RuleSwitch rule={rule} nameId={nameId} />
      </chakra.div>
      <chakra.div
        role="cell"
        gridArea="actions"
        display="flex"
        gap={1.5}
        justifyContent={{ md: 'flex-end' }}
        mt={{ base: 1.5, md: 0 }}
      >
        {!looksOnly && <RuleActions rule={rule} onEdit={onEdit} onDelete={onDelete} />}
      </chakra.div>
    </chakra.div>
  );
}

type RuleActionsProps = Pick<RuleRowProps, 'onEdit' | 'onDelete'> & { rule: RuleRowFieldsFragment };

function RuleActions({ rule, onEdit, onDelete }: RuleActionsProps) {
  const { testing, test } = useTestRule(rule.id);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabled={testing}
        aria-label={`Test Alert of ${rule.name}`}
        onClick={() => void test()}
      >
        Test Alert
      </Button>
      <Button size="sm" variant="outline" aria-label={`Edit ${rule.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Tooltip content="Delete rule">
        <Button
          size="sm"
          variant="ghost"
          px={0}
          ms={{ base: 'auto', md: 0 }}
          aria-label={`Delete rule ${rule.name}`}
          onClick={onDelete}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      </Tooltip>
    </>
  );
}

function placeWords(
  { controllerId, siteId }: RuleRowFieldsFragment,
  controllerName: string | undefined,
): string {
  if (controllerId == null) return 'All controllers';
  const name = controllerName ?? shorten(controllerId);
  return siteId == null ? name : `${name} / ${shorten(siteId)}`;
}

const testCheck = 'The test alert may have been sent. Check your channels before you try again.';
const FALLBACK = 'Failed to send test alert';

/** Sends a rule's test alert and shows the result in a toast. */
function useTestRule(id: string): { testing: boolean; test: () => Promise<void> } {
  const [run, { loading }] = useMutation(TestAlertRule, { variables: { id } });
  const test = async () => {
    try {
      const { data } = await run();
      const { success = false, notified, message, ticketUrl } = data?.testAlertRule ?? {};
      const description = testResultText(message || FALLBACK, ticketUrl);
      if (success && !notified) toast({ title: 'No one was notified', description, type: 'warning' });
      else if (success) toast({ title: 'Test Alert Sent', description, type: 'success' });
      else toast({ title: 'Test Failed', description, type: 'error' });
    } catch (error) {
      toastFailure(error, { title: 'Test Failed', fallback: FALLBACK, check: testCheck });
    }
  };
  return { testing: loading, test };
}

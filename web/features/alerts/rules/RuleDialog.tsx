import { useMutation, useQuery } from '@apollo/client/react';
import { chakra, Input, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { siteOptions } from '#web/features/controllers/controller-state.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { addToList } from '#web/lib/cache.ts';
import { sentence } from '#web/lib/sentence.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import type { Option } from '#web/ui/Select.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { conditions, conditionWords } from '../alert-words.ts';
import { AlertControllerFields, AlertControllers } from '../alerts.gql.ts';
import { ChannelsField } from './ChannelsField.tsx';
import { HaloFields } from './HaloFields.tsx';
import {
  ALL_CONTROLLERS,
  foldWords,
  durationOf,
  type Rule,
  type RuleValues,
  thresholdHint,
  toInput,
  toValues,
} from './rule-form.ts';
import { RuleBacktest } from './RuleBacktest.tsx';
import { RulePreview } from './RulePreview.tsx';
import { namesIn } from './scope-form.ts';
import { ScopeFields } from './ScopeFields.tsx';
import { AlertConditions, UpdateAlertRule, useUsualThresholds } from './useAlertRules.ts';

export const RuleSites = graphql(`
  query RuleSites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
      isSelected
    }
  }
`);

export const CreateAlertRule = graphql(`
  mutation CreateAlertRule($input: AlertRuleInput!) {
    createAlertRule(input: $input) {
      ...AlertRuleFields
    }
  }
`);

/** The server checks scopes, which the form holds in its own shape. */
const rules = yupFor('AlertRuleInput').omit(['scope', 'exceptions']);

type Props = { rule?: Rule; onClose: () => void };

/** Creates a rule, or edits the one it is given. */
export function RuleDialog({ rule, onClose }: Props) {
  const [create] = useMutation(CreateAlertRule, {
    update: (cache, { data }) => data && addToList(cache, 'alertRules', data.createAlertRule, 'last'),
  });
  const [update] = useMutation(UpdateAlertRule);

  const save = async (values: Partial<RuleValues>) => {
    const input = toInput(values);
    await (rule ? update({ variables: { id: rule.id, input } }) : create({ variables: { input } }));
    onClose();
  };
  return (
    <EditDialog
      title={rule ? 'Edit Alert Rule' : 'Create Alert Rule'}
      size="lg"
      onClose={onClose}
      submit={rule ? 'Save Rule' : 'Create Rule'}
      initial={toValues(rule)}
      rules={rules}
      onSubmit={save}
      success={{
        title: rule ? 'Alert rule updated successfully' : 'Alert rule created successfully',
        type: 'success',
      }}
      failure={{
        title: 'Error',
        fallback: rule ? 'Failed to update alert rule' : 'Failed to create alert rule',
      }}
    >
      <RuleFields rule={rule} />
    </EditDialog>
  );
}

/** A rule's fields, in the documented sections. */
function RuleFields({ rule }: Pick<Props, 'rule'>) {
  const { values } = useFormikContext<RuleValues>();
  const hint = thresholdHint(values.condition);
  const folds = foldWords(values.condition);
  const usual = useUsualThresholds()(values.condition);
  const names = useMemo(() => namesIn(rule ? [rule.scope, ...rule.exceptions] : []), [rule]);
  return (
    // Lists of choices, and what scrolls into view, leave room for the line of the preview that stays in sight below them.
    <Stack
      gap={6}
      pb={2}
      css={{ '--list-clearance': '4.5rem', '[data-fields]:has(&)': { scrollPaddingBottom: '4.5rem' } }}
    >
      <Section title="Basic Configuration">
        <TextField
          name="name"
          label="Rule name"
          autoFocus
          autoComplete="off"
          placeholder="Core switches offline"
        />
        <PlaceFields />
        <SwitchField
          name="isActive"
          label="Active"
          help="Inactive rules raise no alerts. Turning a rule off ends its open alerts."
        />
      </Section>
      <Section title="Alert Conditions">
        <ConditionField />
        {hint && (
          <TextField
            name="threshold"
            label="Threshold"
            autoComplete="off"
            help={`${hint}. Leave blank to use the default${usual ? `: ${usual}` : '.'}`}
          />
        )}
        <DurationField />
        {folds && <SwitchField name="fold" {...folds} />}
        <ScopeFields names={names} />
        <RuleBacktest rule={rule} />
        <RulePreview />
      </Section>
      <Section title="Notification Channels">
        <ChannelsField />
      </Section>
      <Section title="HaloPSA Integration (Optional)">
        <HaloFields />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={4}>
      <chakra.h3 textStyle="sm" fontWeight="semibold" pb={1.5} borderBottomWidth="1px">
        {title}
      </chakra.h3>
      {children}
    </Stack>
  );
}

const defaultReason = 'UniFi doesn’t offer it here';

/**
 * The rule's condition. Conditions that can't be measured yet are marked. Below the chosen one is why, or how often UniFi
 * reports it.
 */
function ConditionField() {
  const { controllerId, condition: chosenCondition } = useFormikContext<RuleValues>().values;
  const { data } = useQuery(AlertConditions, {
    variables: { controllerId: controllerId === ALL_CONTROLLERS ? null : controllerId },
  });
  const all = data?.alertConditions ?? [];
  const unsupported = all.filter(({ supported }) => !supported);
  const chosen = all.find(({ condition }) => condition === chosenCondition);
  const options = conditions.map((condition) => {
    const isMeasured = !unsupported.some((one) => one.condition === condition);
    return { value: condition, label: `${conditionWords[condition]}${isMeasured ? '' : ' (not measured)'}` };
  });
  return (
    <SelectField
      name="condition"
      label="Condition"
      placeholder="Select a condition"
      options={options}
      help={
        chosen?.supported === false
          ? sentence(`${conditionWords[chosen.condition]}: ${chosen.reason ?? defaultReason}`)
          : (chosen?.resolution ?? undefined)
      }
    />
  );
}

/** Minutes that the condition must hold. On blur, anything but a number becomes the default. */
function DurationField() {
  const { field, helpers, error } = useFormField<number | ''>('duration');
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    field.onBlur(event);
    const minutes = durationOf(field.value);
    if (minutes !== field.value) void helpers.setValue(minutes);
  };
  return (
    <FieldShell
      label="Duration (minutes)"
      help="How long the condition must last before an alert is raised, from 1 to 1440 minutes."
      error={error}
    >
      <chakra.div maxW={32} w="full">
        <Input {...field} onBlur={leave} type="number" inputMode="numeric" step={1} />
      </chakra.div>
    </FieldShell>
  );
}

/** Where the rule applies: every controller, or one, and there every site or one. */
function PlaceFields() {
  const { values, setFieldValue } = useFormikContext<RuleValues>();
  const { data } = useQuery(AlertControllers);
  const { controllerId } = values;
  const before = useRef(controllerId);
  useEffect(() => {
    if (before.current !== controllerId) void setFieldValue('siteId', '');
    before.current = controllerId;
  }, [controllerId, setFieldValue]);

  const options: Option[] = [
    { value: ALL_CONTROLLERS, label: 'All controllers' },
    ...((data && readFragment(AlertControllerFields, data.controllers)) ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
    })),
  ];
  return (
    <>
      <SelectField name="controllerId" label="Controller" options={options} />
      {controllerId !== ALL_CONTROLLERS && <SiteField controllerId={controllerId} siteId={values.siteId} />}
    </>
  );
}

function SiteField({ controllerId, siteId }: { controllerId: string; siteId: string }) {
  const { data, error } = useQuery(RuleSites, { variables: { controller: controllerId } });
  const options = siteOptions(data?.sites ?? [], siteId);
  const help = error
    ? 'We couldn’t load this controller’s sites.'
    : data
      ? undefined
      : 'Loading sites from UniFi…';
  return <SelectField name="siteId" label="Site" placeholder="All sites" options={options} help={help} />;
}

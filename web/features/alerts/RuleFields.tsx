import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ChannelsField } from './ChannelsField.tsx';
import { ConditionField } from './ConditionField.tsx';
import { DurationField } from './DurationField.tsx';
import { HaloFields } from './HaloFields.tsx';
import { ScopeFields } from './ScopeFields.tsx';
import { thresholdHint, type RuleValues } from './rule-form.ts';
import { useUsualThresholds } from './useUsualThresholds.ts';

/** The fields of a rule, in the documented sections. */
export function RuleFields() {
  const { values } = useFormikContext<RuleValues>();
  const hint = thresholdHint(values.condition);
  const usual = useUsualThresholds()(values.condition);
  return (
    <chakra.div display="flex" flexDirection="column" gap={6} pb={2}>
      <Section title="Basic Configuration">
        <TextField
          name="name"
          label="Rule name"
          autoFocus
          autoComplete="off"
          placeholder="Core switches offline"
        />
        <ScopeFields />
        <SwitchField
          name="isActive"
          label="Active"
          help="An inactive rule watches nothing; alerts it raised end."
        />
      </Section>
      <Section title="Alert Conditions">
        <ConditionField />
        {hint && (
          <TextField
            name="threshold"
            label="Threshold"
            autoComplete="off"
            help={`${hint}. Left empty${usual ? `: ${usual}` : ', the usual value applies.'}`}
          />
        )}
        <DurationField />
      </Section>
      <Section title="Notification Channels">
        <ChannelsField />
      </Section>
      <Section title="HaloPSA Integration (Optional)">
        <HaloFields />
      </Section>
    </chakra.div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.section display="flex" flexDirection="column" gap={4}>
      <chakra.h3 textStyle="sm" fontWeight="semibold" pb={1.5} borderBottomWidth="1px">
        {title}
      </chakra.h3>
      {children}
    </chakra.section>
  );
}

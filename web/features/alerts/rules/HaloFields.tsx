import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { ExternalLink, Plug } from '#web/ui/icons.tsx';
import {
  CategoryField,
  ClientFields,
  rulePriorities,
  SeverityChecks,
} from '#web/features/halopsa/TicketFields.tsx';
import { TicketRoutes } from '#web/features/halopsa/TicketRoutes.tsx';
import { useHalopsa } from '#web/features/halopsa/useHalopsa.ts';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import type { RuleValues } from './rule-form.ts';

const severities: readonly AlertSeverity[] = ['info', 'warning', 'error', 'critical'];

/** Polling interval that notices when HaloPSA has been set up in the other tab, in milliseconds. */
const EVERY = 10_000;

/** Whether the rule's alerts open tickets, for which client, and with what priority. */
export function HaloFields() {
  const { values } = useFormikContext<RuleValues>();
  const { isConfigured, isKnown, error, refetch } = useHalopsa();
  const isMissing = isKnown && !isConfigured;
  usePolling(isMissing ? EVERY : undefined, refetch);
  return (
    <>
      {isMissing && <HaloRequired />}
      <SwitchField
        name="haloEnabled"
        label="Open a ticket for its alerts"
        disabled={!isConfigured && !values.haloEnabled}
        help={error ? 'We couldn’t check whether HaloPSA is set up.' : undefined}
      />
      {values.haloEnabled && <TicketFields isConfigured={isConfigured} />}
    </>
  );
}

function TicketFields({ isConfigured }: { isConfigured: boolean }) {
  const { values, setValues } = useFormikContext<RuleValues>();
  const set = (changed: Partial<RuleValues>) => void setValues({ ...values, ...changed });
  const errorOf = {
    severities: useFormField('haloSeverityLevels').error,
    client: useFormField('haloClientId').error,
    site: useFormField('haloSiteId').error,
    priority: useFormField('haloPriority').error,
    category: useFormField('haloCategory').error,
  };
  return (
    <>
      <SeverityChecks
        offered={severities}
        chosen={values.haloSeverityLevels}
        error={errorOf.severities}
        onChange={(haloSeverityLevels) => set({ haloSeverityLevels })}
      />
      <ClientFields
        chosen={values}
        isConfigured={isConfigured}
        errors={{ client: errorOf.client, site: errorOf.site }}
        onChange={set}
      />
      {values.haloClientId === null && <TicketRoutes otherwise="name no client" />}
      <LabeledSelect
        label="Priority"
        value={String(values.haloPriority)}
        options={rulePriorities}
        error={errorOf.priority}
        onChange={(value) => set({ haloPriority: Number(value) })}
      />
      <CategoryField category={values} isConfigured={isConfigured} error={errorOf.category} onChange={set} />
    </>
  );
}

/** Not `role="alert"`, and without the shape of a critical alert: it's a standing note about something optional. */
const HaloRequired = () => (
  <chakra.div
    display="flex"
    flexWrap="wrap"
    gap={2.5}
    px={3.5}
    py={3}
    borderRadius="surface"
    borderWidth="1px"
    borderColor="danger.border"
    bg="danger.subtle"
  >
    <chakra.span color="fg.muted" mt={1}>
      <Plug size={16} strokeWidth={1.75} aria-hidden />
    </chakra.span>
    <chakra.p flex="1 1 14rem" minW={0}>
      <chakra.b fontWeight="semibold">HaloPSA Integration Required</chakra.b>
      {' — You need to configure HaloPSA integration before enabling automatic ticket creation.'}
    </chakra.p>
    <Button asChild variant="outline" size="sm">
      <a href="/halopsa-setup" target="_blank" rel="noreferrer">
        Setup
        <ExternalLink size={14} strokeWidth={1.75} aria-label="(opens a new tab)" />
      </a>
    </Button>
  </chakra.div>
);

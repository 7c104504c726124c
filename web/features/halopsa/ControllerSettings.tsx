import { Button, chakra, Switch } from '@chakra-ui/react';
import { useId } from 'react';
import { stateOf } from '#web/features/controllers/controller-state.ts';
import type { AlertSeverity, HalopsaControllerFieldsFragment } from '#web/gql/graphql.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { CategoryField } from './CategoryField.tsx';
import { ticketPriorities } from './choices.ts';
import { ClientFields } from './ClientFields.tsx';
import { SeverityChecks } from './SeverityChecks.tsx';
import { useControllerSettings } from './useControllerSettings.ts';

/** As documented; an error counts as critical here, as in the filter of alerts. */
const offered: readonly AlertSeverity[] = ['critical', 'warning', 'info'];

const withErrors = (chosen: readonly AlertSeverity[]): AlertSeverity[] => [
  ...chosen,
  ...(chosen.includes('critical') ? (['error'] as const) : []),
];

type Props = { controller: HalopsaControllerFieldsFragment; disabled: boolean };

/** Which alerts of one controller become tickets, and how; all but the switch is hidden while none do. */
export function ControllerSettings({ controller, disabled }: Props) {
  const { change, test, testing } = useControllerSettings(controller);
  const ids = { name: useId(), label: useId() };
  const { state, word } = stateOf[controller.status];
  const chosen = offered.filter((severity) => controller.haloSeverityLevels.includes(severity));
  const { haloClientId = null, haloClientName = null, haloSiteId = null, haloSiteName = null } = controller;
  return (
    <section aria-labelledby={ids.name}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3}>
        <chakra.div minW={0} flex="1 1 14rem" overflowWrap="anywhere">
          <chakra.h3 id={ids.name} fontWeight="medium">
            {controller.name}
          </chakra.h3>
          <chakra.div textStyle="sm" color="fg.muted" display="flex" flexWrap="wrap" gap={1.5}>
            <StatusDot state={state} word={controller.status === 'online' ? 'Connected' : word} />
            {controller.selectedSiteName && <span>· {controller.selectedSiteName}</span>}
          </chakra.div>
        </chakra.div>
        <Switch.Root
          ids={{ label: ids.label }}
          checked={controller.haloEnabled}
          disabled={disabled}
          onCheckedChange={({ checked }) =>
            change({
              enabled: checked,
              ...(checked && { severityLevels: withErrors(chosen.length > 0 ? chosen : ['critical']) }),
            })
          }
        >
          <Switch.HiddenInput
            role="switch"
            aria-checked={controller.haloEnabled}
            aria-labelledby={`${ids.label} ${ids.name}`}
          />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label>Open tickets</Switch.Label>
        </Switch.Root>
      </chakra.div>
      {controller.haloEnabled && (
        <chakra.div display="flex" flexDirection="column" gap={4} mt={4}>
          <SeverityChecks
            offered={offered}
            chosen={chosen}
            disabled={disabled}
            onChange={(severities) => change({ severityLevels: withErrors(severities) })}
          />
          <ClientFields
            chosen={{ haloClientId, haloClientName, haloSiteId, haloSiteName }}
            isConfigured
            disabled={disabled}
            onChange={change}
          />
          <Choice
            label="Priority"
            value={String(controller.haloPriority)}
            options={ticketPriorities}
            disabled={disabled}
            onChange={(value) => change({ haloPriority: Number(value) })}
          />
          <CategoryField
            category={{
              haloCategory: controller.haloCategory,
              haloCategoryName: controller.haloCategoryName ?? null,
            }}
            isConfigured
            disabled={disabled}
            onChange={change}
          />
          {!disabled && (
            <div>
              <Button
                variant="outline"
                aria-disabled={testing || undefined}
                aria-label={`Test Alert of ${controller.name}`}
                onClick={() => !testing && test()}
              >
                {testing ? 'Sending…' : 'Test Alert'}
              </Button>
            </div>
          )}
        </chakra.div>
      )}
    </section>
  );
}

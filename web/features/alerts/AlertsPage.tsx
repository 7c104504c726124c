import { Button, chakra, Tabs } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { useAddress } from '#web/lib/useAddress.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { AlertRulesTab } from './AlertRulesTab.tsx';
import { CurrentAlertsTab } from './CurrentAlertsTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import type { Rule } from './rule-form.ts';
import { useAlertRules } from './useAlertRules.ts';

const AlertDetails = lazyDialog(() => import('./AlertDetails.tsx').then((m) => m.AlertDetails));
const RuleDialog = lazyDialog(() => import('./RuleDialog.tsx').then((m) => m.RuleDialog));

const tabs = ['rules', 'history'];

/** What is wrong now, what the customer asked to be told about, and what was. */
export function AlertsPage() {
  const [address, setTab] = useAddress('tab');
  const [alertId, openAlert] = useAddress('alert');
  const tab = tabs.find((one) => one === address) ?? 'current';
  const [dialog, setDialog] = useState<{ rule?: Rule }>();
  const { rules } = useAlertRules({ skip: tab !== 'rules' });
  const looksOnly = useLooksOnly();
  return (
    <>
      <PageHeader
        title="Network Alerts"
        action={
          // Keeps its height without the button, so that the tabs below stay where they are.
          <chakra.div minH={9} css={{ '@media (pointer: coarse)': { minHeight: '2.75rem' } }}>
            {tab === 'rules' && looksOnly && <ViewerNote />}
            {tab === 'rules' && !looksOnly && rules !== undefined && rules.length > 0 && (
              <Button onClick={() => setDialog({})}>
                <Plus size={16} strokeWidth={1.75} aria-hidden />
                Add Rule
              </Button>
            )}
          </chakra.div>
        }
      />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => setTab(tabs.find((one) => one === value))}
        lazyMount
        unmountOnExit
      >
        <Tabs.List>
          <Tabs.Trigger value="current">Current Alerts</Tabs.Trigger>
          <Tabs.Trigger value="rules">Alert Rules</Tabs.Trigger>
          <Tabs.Trigger value="history">History</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="current">
          <CurrentAlertsTab />
        </Tabs.Content>
        <Tabs.Content value="rules">
          <AlertRulesTab onAdd={() => setDialog({})} onEdit={(rule) => setDialog({ rule })} />
        </Tabs.Content>
        <Tabs.Content value="history">
          <HistoryTab />
        </Tabs.Content>
      </Tabs.Root>
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
      {dialog && <RuleDialog rule={dialog.rule} onClose={() => setDialog(undefined)} />}
    </>
  );
}

import { Button, chakra } from '@chakra-ui/react';
import { Plus } from '#web/ui/icons.tsx';
import { lazy, Suspense, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { useDialogParam, useSearchParam } from '#web/lib/useSearchParam.ts';
import { LoadingSpinner, SkeletonRows } from '#web/ui/Loading.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { CurrentAlertsTab } from './current/CurrentAlertsTab.tsx';
import type { Rule } from './rules/rule-form.ts';
import { useAlertRules } from './rules/useAlertRules.ts';

const AlertRulesTab = lazy(() =>
  import('./rules/AlertRulesTab.tsx').then((m) => ({ default: m.AlertRulesTab })),
);
const HistoryTab = lazy(() => import('./history/HistoryTab.tsx').then((m) => ({ default: m.HistoryTab })));

const AlertDetails = lazyDialog(() => import('./detail/AlertDetails.tsx').then((m) => m.AlertDetails));

const RuleDialog = lazyDialog(() => import('./rules/RuleDialog.tsx').then((m) => m.RuleDialog));

/** The tabs Current Alerts, Alert Rules and History. */
export function AlertsPage() {
  const [tab] = useSearchParam('tab');
  const [alertId, openAlert] = useDialogParam('alert');
  // The address can open the new-rule form, so that other screens and the palette can link to it.
  const [adding, setAdding] = useSearchParam('new');
  const [editing, setEditing] = useState<Rule>();
  const { rules } = useAlertRules({ skip: tab !== 'rules' });
  const looksOnly = useLooksOnly();
  return (
    <>
      <chakra.div mt={{ base: -4, md: -3 }}>
        <PageTabs
          heading="Network Alerts"
          action={
            tab === 'rules' &&
            (looksOnly ? (
              <ViewerNote />
            ) : (
              rules !== undefined &&
              rules.length > 0 && (
                <Button size="sm" onClick={() => setAdding('')}>
                  <Plus size={16} strokeWidth={1.75} aria-hidden />
                  {/* Without it, all tabs fit on a phone. */}
                  <chakra.span srOnly={{ base: true, sm: false }}>Add Rule</chakra.span>
                </Button>
              )
            ))
          }
          tabs={[
            { name: 'current', title: 'Current Alerts', content: <CurrentAlertsTab /> },
            {
              name: 'rules',
              title: 'Alert Rules',
              content: (
                <Suspense fallback={<LoadingSpinner text="Loading rules..." />}>
                  <AlertRulesTab onAdd={() => setAdding('')} onEdit={setEditing} />
                </Suspense>
              ),
            },
            {
              name: 'history',
              title: 'History',
              content: (
                <Suspense fallback={<SkeletonRows />}>
                  <HistoryTab />
                </Suspense>
              ),
            },
          ]}
        />
      </chakra.div>
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
      {tab === 'rules' && adding !== undefined && !looksOnly && (
        <RuleDialog onClose={() => setAdding(undefined)} />
      )}
      {editing && <RuleDialog rule={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

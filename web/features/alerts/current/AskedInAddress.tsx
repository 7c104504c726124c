import { useEffect, useEffectEvent } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { AcknowledgeAllDialog } from '../AcknowledgeAllDialog.tsx';
import type { AlertActions } from '../useAlertActions.ts';
import type { View } from './open-alerts.gql.ts';
import type { Snapshot } from './open-alerts.ts';
import { type Several, severalActions } from './useSeveral.tsx';

const SnoozeDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.SnoozeDialog));

type Props = { view: View; snapshot: Snapshot; several: Several; actions: AlertActions };

/** Asks about an action on all new alerts, which the palette names in the address, because the list may have yet to load. */
export function AskedInAddress({ view, snapshot, several, actions }: Props) {
  const [asked, setAsked] = useSearchParam('do');
  const { filter, total, noun } = newOnes(view.filter, snapshot);
  const isPointless = asked !== undefined && snapshot.isReady && total === 0;
  const sayPointless = useEffectEvent(() => {
    toast({ title: `There are no ${noun}s`, type: 'info' });
    setAsked(undefined);
  });
  useEffect(() => {
    if (isPointless) sayPointless();
  }, [isPointless]);

  if (total === 0) return null;
  const { acknowledging, snoozing } = severalActions(actions);
  const close = () => setAsked(undefined);
  if (asked === 'acknowledge')
    return (
      <AcknowledgeAllDialog
        count={total}
        noun={noun}
        onClose={close}
        onConfirm={() => void several.onSeveral(several.matching(filter, total), acknowledging, Infinity)}
      />
    );
  if (asked === 'snooze')
    return (
      <SnoozeDialog
        description={formatCount(total, noun)}
        onSnooze={async (minutes) => {
          await several.onSeveral(several.matching(filter, total), snoozing({ minutes }), Infinity);
          return true;
        }}
        onClose={close}
      />
    );
  return null;
}

/** The new alerts of a view. If its filter is about other states, all of its alerts. */
function newOnes(filter: View['filter'], { newCount, totalCount }: Snapshot) {
  const { states } = filter;
  return !states || states.includes('new')
    ? { filter: { ...filter, states: ['new' as const] }, total: newCount, noun: 'new alert' }
    : { filter, total: totalCount, noun: 'matching alert' };
}

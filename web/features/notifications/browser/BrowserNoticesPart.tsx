import { chakra, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { StateChecks } from '#web/ui/StateChecks.tsx';
import { setNoticeSeverities, useNoticeSeverities } from './notice-severities.ts';

/** The worst first, as alerts are sorted. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

/** Of which it tells when it is switched on. */
const usual: readonly AlertSeverity[] = ['critical', 'error', 'warning'];

/** Whether this browser shows a notice of its own when an alert begins. Asks the browser only when it is switched on. */
export function BrowserNoticesPart() {
  const chosen = useNoticeSeverities();
  const [permission, setPermission] = useState(permissionNow);
  const isOn = chosen !== undefined && permission === 'granted';
  const change = async (on: boolean) => {
    if (!on) return setNoticeSeverities(undefined);
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') setNoticeSeverities(usual);
  };
  return (
    <CardPart
      title="In this browser"
      description="A notice on your desktop when an alert begins while you look at something else. It is kept for this browser alone, and works as long as a tab of the product is open."
    >
      {permission === 'none' ? (
        <chakra.p color="fg.muted">
          This browser shows no notices of pages, or the product is not opened by HTTPS.
        </chakra.p>
      ) : (
        <Switch.Root
          checked={isOn}
          disabled={permission === 'denied'}
          onCheckedChange={({ checked }) => void change(checked)}
        >
          <Switch.HiddenInput />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label>Notices of this browser</Switch.Label>
        </Switch.Root>
      )}
      {permission === 'denied' && (
        <chakra.p mt={2} color="fg.muted" role="status">
          Your browser does not allow it. Click the symbol at the left of the address, allow notifications,
          and open this page anew.
        </chakra.p>
      )}
      {isOn && (
        <chakra.div mt={3}>
          <StateChecks offered={severities} chosen={chosen} onChange={setNoticeSeverities} />
          {chosen.length === 0 && (
            <chakra.p mt={2} textStyle="sm" color="fg.muted">
              Nothing is chosen: it stays quiet.
            </chakra.p>
          )}
        </chakra.div>
      )}
    </CardPart>
  );
}

/** What the browser was told before; `none` where it has no such thing. */
function permissionNow(): NotificationPermission | 'none' {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'none';
}

import { chakra, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { StateCheckboxes } from '#web/ui/StateCheckboxes.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { pushedSeverities } from '../push/browser-push.ts';
import { setNoticeSeverities, useNoticeSeverities } from './notice-severities.ts';

/** Worst first, in the order of the alert list. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

/** Severities that are on by default. */
const usual: readonly AlertSeverity[] = ['critical', 'error', 'warning'];

/** Setting for this browser's notifications. Asks for permission only when they're turned on. */
export function BrowserNoticesPart() {
  const chosen = useNoticeSeverities();
  const pushed = pushedSeverities(useSession().user?.team?.id);
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
      description="Get a desktop notification when an alert starts while you’re looking at something else. This setting applies to this browser only, and works while a tab is open."
    >
      {permission === 'none' ? (
        <Muted>This browser doesn’t support notifications, or the connection isn’t HTTPS.</Muted>
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
          <Switch.Label>Browser notifications</Switch.Label>
        </Switch.Root>
      )}
      {permission === 'denied' && (
        <Muted mt={2} role="status">
          Your browser is blocking notifications. Click the icon to the left of the address, allow
          notifications, then reload this page.
        </Muted>
      )}
      {isOn && (
        <chakra.div mt={3}>
          <StateCheckboxes offered={severities} chosen={chosen} onChange={setNoticeSeverities} />
          {pushed.length > 0 && (
            <Hint mt={2}>What arrives here as a push notification isn’t shown twice.</Hint>
          )}
          {chosen.length === 0 && (
            <Hint mt={2}>No severity is selected, so you won’t get notifications.</Hint>
          )}
        </chakra.div>
      )}
    </CardPart>
  );
}

/** The browser's permission, or `none` if it doesn't support notifications. */
function permissionNow(): NotificationPermission | 'none' {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'none';
}

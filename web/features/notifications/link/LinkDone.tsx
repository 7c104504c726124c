import { chakra } from '@chakra-ui/react';
import { dayAndTime } from '#web/lib/dates.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Said } from '#web/ui/Said.tsx';
import type { Outcome } from './AlertLinkPage.tsx';

/** What came of the click, and how it is taken back. It gets the focus that the button had. */
export function LinkDone({ outcome }: { outcome: Outcome }) {
  const { title, more } = wordsOf(outcome);
  return (
    <chakra.div mt={5}>
      <Said>
        <Notice state={outcome.changed ? 'ok' : 'info'} title={title}>
          {more}
        </Notice>
      </Said>
    </chakra.div>
  );
}

function wordsOf({ deed, changed, alert }: Outcome): { title: string; more: string } {
  const takeBack = `To take it back, open the alert in ${currentPlatform().platformName}.`;
  if (!changed && alert.resolvedAt) return { title: 'It has already ended', more: 'Nothing is left to do.' };
  if (!changed)
    return {
      title: `Acknowledged by ${alert.acknowledgedBy}`,
      more: 'This alert was already acknowledged, so nothing changed.',
    };
  if (deed === 'acknowledge')
    return { title: 'Acknowledged', more: `Colleagues see that somebody is on it. ${takeBack}` };
  const until = alert.snoozedUntil ? dayAndTime(new Date(alert.snoozedUntil)) : 'later';
  return { title: `Snoozed until ${until}`, more: takeBack };
}

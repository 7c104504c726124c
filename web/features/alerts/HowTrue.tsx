import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useLiveState } from '#web/lib/live-state.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import type { AlertController } from './ControllerSelect.tsx';
import { momentOf } from './moment.ts';

/** A connection that is back sooner than this was never worth a word, in milliseconds. */
const GRACE = 1_000;

type Props = { controller: AlertController; siteName?: string; count: number };

/** How far the list can be believed: whether it changes by itself, and whether its console can be read. */
export function HowTrue({ controller, siteName, count }: Props) {
  const { state, since } = useLiveState();
  const down = useLasting(state !== 'live');
  const open = count === 1 ? '1 open alert' : `${count} open alerts`;
  return (
    <>
      <chakra.p
        display="flex"
        flexWrap="wrap"
        columnGap={4}
        justifyContent="space-between"
        mb={2}
        textStyle="sm"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span minW={0} truncate>
          <chakra.span color="fg" fontWeight="medium">
            {siteName}
          </chakra.span>
          {` · ${open}`}
        </chakra.span>
        {/* On a phone the header's mark says so; only what is not live is worth a line. */}
        <chakra.span
          display={down ? 'inline-flex' : { base: 'none', md: 'inline-flex' }}
          alignItems="center"
          gap={1.5}
        >
          <chakra.span color={down ? 'state.unknown' : 'state.ok'}>
            <StateShape state={down ? 'unknown' : 'ok'} size={11} />
          </chakra.span>
          {down
            ? `As of ${momentOf(since.toISOString())}; what happens meanwhile appears on reconnecting`
            : 'Changes appear by themselves'}
        </chakra.span>
      </chakra.p>
      {controller.status !== 'online' && <Unreadable controller={controller} />}
    </>
  );
}

/** True once it has been so for a moment. */
function useLasting(so: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(so), so ? GRACE : 0);
    return () => clearTimeout(timer);
  }, [so]);
  return so && lasts;
}

function Unreadable({
  controller: { name, status, statusReason, lastSync },
}: {
  controller: AlertController;
}) {
  const title =
    status === 'pending' ? `${name} has not been read yet` : `${name} cannot be read at the moment`;
  return (
    <chakra.div mb={3}>
      <Notice state={status === 'pending' ? 'info' : 'unknown'} title={title}>
        {statusReason && `${statusReason}. `}
        {lastSync && (
          <>
            What is shown was last measured <RelativeTime at={lastSync} />.
          </>
        )}
      </Notice>
    </chakra.div>
  );
}

import { chakra } from '@chakra-ui/react';
import { useLiveState } from '#web/lib/live-state.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import type { AlertController } from './ControllerSelect.tsx';
import { momentOf } from './moment.ts';

type Props = { controller: AlertController; siteName?: string; count: number };

/** How far the list can be believed: whether it changes by itself, and whether its console can be read. */
export function HowTrue({ controller, siteName, count }: Props) {
  const live = useLiveState();
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
          display={live.state === 'live' ? { base: 'none', md: 'inline-flex' } : 'inline-flex'}
          alignItems="center"
          gap={1.5}
        >
          {live.state === 'live' ? (
            <>
              <chakra.span color="state.ok">
                <StateShape state="ok" size={11} />
              </chakra.span>
              Changes appear by themselves
            </>
          ) : (
            <>
              <StateShape state="unknown" size={11} />
              {`As of ${momentOf(live.since.toISOString())}; what happens meanwhile appears on reconnecting`}
            </>
          )}
        </chakra.span>
      </chakra.p>
      {controller.status !== 'online' && <Unreadable controller={controller} />}
    </>
  );
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

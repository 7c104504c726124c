import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatBytes, formatNumber } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import type { Subscription } from '../billing.gql.ts';

type Usage = Subscription['usage'];

export function UsageCards({ usage }: { usage: Usage }) {
  const volume = usage.transferredBytes == null ? undefined : formatBytes(usage.transferredBytes);
  return (
    <section aria-label="Usage">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
        gap="1px"
        bg="border"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
      >
        <Used
          label="Controllers"
          used={usage.controllers}
          most={usage.maxControllers}
          beyond={usage.controllersBeyond}
        />
        <Used label="Devices" used={usage.devices} most={usage.maxDevices} beyond={usage.devicesBeyond} />
        <Figure
          label="Data Transfer"
          value={volume ? volume.value : null}
          unit={volume?.unit}
          note={volume ? 'Through your gateways this month' : 'Requires a UniFi gateway'}
        />
        <Used
          label="Alerts this month"
          used={usage.alertsThisMonth}
          most={usage.maxAlertsPerMonth}
          full="Only critical alerts are sent until next month"
        />
      </chakra.dl>
    </section>
  );
}

type UsedProps = {
  label: string;
  used: number;
  most?: number | null;
  /** Above the limit: listed but not monitored. */
  beyond?: number;
  /** Note shown once the limit is reached. */
  full?: string;
};

function Used({ label, used, most, beyond = 0, full = 'None left' }: UsedProps) {
  if (most == null) return <Figure label={label} value={formatNumber(used)} note="No limit" />;
  const left = most - used;
  const isNear = used >= most * 0.8;
  const note =
    beyond > 0
      ? `${formatNumber(beyond)} over your limit, not monitored`
      : left <= 0
        ? full
        : `${formatNumber(left)} left`;
  return (
    <Figure
      label={label}
      value={
        <>
          {formatNumber(used)}
          <chakra.span textStyle="lg" fontWeight="normal" color="fg.muted">
            {' '}
            of {formatNumber(most)}
          </chakra.span>
        </>
      }
      note={
        <Meter
          label={label}
          used={used}
          most={most}
          state={isNear ? (left < 0 ? 'error' : 'warning') : undefined}
        >
          {note}
        </Meter>
      }
    />
  );
}

type Props = {
  label: string;
  used: number;
  most: number;
  /** Near or over the limit. */
  state?: 'warning' | 'error';
  children: ReactNode;
};

/** A usage bar with the same information in words. */
function Meter({ label, used, most, state, children }: Props) {
  const share = most <= 0 ? 100 : Math.min(100, (used / most) * 100);
  return (
    <>
      <chakra.div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={`${formatNumber(used)} of ${formatNumber(most)}`}
        h={1.5}
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <chakra.div
          h="full"
          minW={used > 0 ? 1 : 0}
          borderRadius="full"
          bg={state ? `state.${state}` : 'fg.muted'}
          style={{ width: `${share}%` }}
        />
      </chakra.div>
      <chakra.p
        mt={1.5}
        display="flex"
        alignItems="center"
        gap={1.5}
        color={state ? `state.${state}` : undefined}
        fontWeight={state ? 'medium' : undefined}
      >
        {state && <StateIcon state={state} size={10} />}
        <span>{children}</span>
      </chakra.p>
    </>
  );
}

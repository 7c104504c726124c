import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { StatusReasonFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { sentence } from '#web/lib/sentence.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { type State, StateIcon } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Hint } from '#web/ui/text.tsx';
import { stateOf, statusOf } from './controller-state.ts';
import { CustomerPlan } from './controllers.gql.ts';

export const ControllerStatusFields = graphql(`
  fragment ControllerStatusFields on Controller {
    status
    statusReason
    overLimit
  }
`);

/** Shape and word of a status; the reason on hover and on focus. */
export function ControllerStatus(props: { controller: FragmentType<typeof ControllerStatusFields> }) {
  const controller = readFragment(ControllerStatusFields, props.controller);
  const { statusReason, overLimit } = controller;
  const dot = <StatusDot {...stateOf[statusOf(controller)]} />;
  if (!statusReason || overLimit) return dot;
  return (
    <Tooltip content={statusReason}>
      <chakra.span tabIndex={0} display="inline-flex" borderRadius="sm" whiteSpace="nowrap">
        {dot}
      </chakra.span>
    </Tooltip>
  );
}

export const StatusReasonFields = graphql(`
  fragment StatusReasonFields on Controller {
    id
    status
    statusReason
    needsNewKey
    overLimit
  }
`);

/** The reason for a status, shown inline with a link to fix it. */
export function StatusReason(props: { controller: FragmentType<typeof StatusReasonFields> }) {
  const controller = readFragment(StatusReasonFields, props.controller);
  const { status, statusReason, overLimit } = controller;
  if (overLimit)
    return (
      <Reason>
        <NotMonitored />
      </Reason>
    );
  if (!statusReason) return null;
  return (
    <Reason isMuted={status === 'online'}>
      {sentence(statusReason)}
      <ReplaceKey controller={controller} />
    </Reason>
  );
}

const Reason = ({ isMuted, children }: { isMuted?: boolean; children: ReactNode }) => (
  <chakra.p textStyle="sm" color={isMuted ? 'fg.muted' : 'fg'} overflowWrap="anywhere">
    {children}
  </chakra.p>
);

type Keyed = Pick<StatusReasonFieldsFragment, 'id' | 'needsNewKey'>;

/** Link to replace the key. Renders nothing if a new key wouldn't help. */
export function ReplaceKey({ controller }: { controller: Keyed }) {
  const looksOnly = useLooksOnly();
  if (looksOnly || !controller.needsNewKey) return null;
  return (
    <>
      {' '}
      <Link asChild whiteSpace="nowrap" fontWeight="medium">
        <RouterLink to={`/integrations?edit=${controller.id}`}>Replace the key</RouterLink>
      </Link>
    </>
  );
}

/** Time of the last reading, inside a line of facts: "read 2 h ago". */
export function LastRead({ at }: { at?: string | null }) {
  if (!at) return 'never read';
  return (
    <>
      read <RelativeTime at={at} />
    </>
  );
}

type TwoLinesProps = { name: ReactNode; state: State; word: string; children: ReactNode };

/** A two-line row: shape and name, then the state and other facts. */
export function TwoLines({ name, state, word, children }: TwoLinesProps) {
  return (
    <chakra.div flex={1} minW={0} py={1.5} display="flex" gap={2.5}>
      <chakra.span color={`state.${state}`} mt={1}>
        <StateIcon state={state} />
      </chakra.span>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">{name}</chakra.p>
        <Hint as="div" fontVariantNumeric="tabular-nums">
          <chakra.span color={`state.${state}`} fontWeight="medium">
            {word}
          </chakra.span>
          {' · '}
          {children}
        </Hint>
      </chakra.div>
    </chakra.div>
  );
}

/** Explains that a controller isn't monitored because it exceeds the package's limit, with a link to packages. */
export function NotMonitored() {
  const most = useQuery(CustomerPlan).data?.me.teamPackage?.maxControllers;
  const allows = most === 1 ? 'allows 1 controller' : `allows ${most} controllers`;
  return (
    <>
      Not monitored: your package {most === undefined ? 'allows fewer controllers' : allows}. <SeePackages />
    </>
  );
}

/** Link to the packages. */
export const SeePackages = () => (
  <Link asChild whiteSpace="nowrap" fontWeight="medium">
    <RouterLink to="/packages">See packages</RouterLink>
  </Link>
);

import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { stateOf, statusOf } from './controller-state.ts';
import { NotWatched } from './NotWatched.tsx';

type Props = { controller: ControllerFieldsFragment };

/** Shape and word of a status; the reason on hover and on focus. */
export function ControllerStatus({ controller }: Props) {
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

/** Why the status is what it is, in plain sight, and the way to mend it. */
export function StatusReason({ controller }: Props) {
  const { status, statusReason, overLimit } = controller;
  if (overLimit)
    return (
      <Reason>
        <NotWatched />
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

type Keyed = Pick<ControllerFieldsFragment, 'id' | 'needsNewKey'>;

/** The way to a new key, behind the sentence that asks for one; nothing where none would help. */
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

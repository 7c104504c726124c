import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { sentence } from '#web/lib/sentence.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { needsNewKey, stateOf } from './controller-state.ts';

type Props = { controller: ControllerFieldsFragment };

/** Shape and word of a status; the reason on hover and on focus. */
export function ControllerStatus({ controller: { status, statusReason } }: Props) {
  const dot = <StatusDot {...stateOf[status]} />;
  if (!statusReason) return dot;
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
  const { status, statusReason } = controller;
  if (!statusReason) return null;
  return (
    <chakra.p textStyle="sm" color={status === 'online' ? 'fg.muted' : 'fg'} overflowWrap="anywhere">
      {sentence(statusReason)}
      <ReplaceKey controller={controller} />
    </chakra.p>
  );
}

type Keyed = Pick<ControllerFieldsFragment, 'id' | 'status' | 'statusReason'>;

/** The way to a new key, behind the sentence that asks for one; nothing where none would help. */
export function ReplaceKey({ controller }: { controller: Keyed }) {
  const looksOnly = useLooksOnly();
  if (looksOnly || !needsNewKey(controller)) return null;
  return (
    <>
      {' '}
      <Link asChild whiteSpace="nowrap" fontWeight="medium">
        <RouterLink to={`/integrations?edit=${controller.id}`}>Replace the key</RouterLink>
      </Link>
    </>
  );
}

import { chakra } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { StateShape, stateWord } from '#web/ui/StateShape.tsx';

/** How bad an alert is. Critical is the one filled badge of the screen: seen before anything is read. */
export function StateBadge({ severity }: { severity: AlertSeverity }) {
  if (severity !== 'critical') return <SeverityBadge state={severity} />;
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      h={6}
      px={2}
      borderRadius="control"
      textStyle="xs"
      fontWeight="semibold"
      whiteSpace="nowrap"
      color="danger.contrast"
      bg="danger.solid"
    >
      <StateShape state="critical" size={10} />
      {stateWord.critical}
    </chakra.span>
  );
}

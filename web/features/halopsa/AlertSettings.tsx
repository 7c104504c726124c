import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { ControllerSettings } from './ControllerSettings.tsx';
import { HalopsaControllers } from './halopsa.gql.ts';

/** What becomes a ticket, controller by controller. */
export function AlertSettings({ disabled }: { disabled: boolean }) {
  const { data, error, refetch } = useQuery(HalopsaControllers);
  if (error && !data)
    return <LoadFailed title="Your controllers could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} />;
  if (data.controllers.length === 0)
    return (
      <p>
        No controllers yet.{' '}
        <chakra.span color="brand.fg" textDecoration="underline">
          <Link to="/site-selector">Connect one</Link>
        </chakra.span>{' '}
        and choose here which of its alerts become tickets.
      </p>
    );
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      css={{ '& > section + section': { borderTopWidth: '1px', mt: 5, pt: 5 } }}
    >
      {data.controllers.map((controller) => (
        <ControllerSettings key={controller.id} controller={controller} disabled={disabled} />
      ))}
    </chakra.div>
  );
}

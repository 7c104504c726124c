import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Notice } from '#web/ui/Notice.tsx';
import { WatchedPlan } from './controllers.gql.ts';
import { SeePackages } from './NotWatched.tsx';

/** That devices are listed and not watched, since the package does not reach so far; nothing where it reaches. */
export function DevicesBeyond() {
  const { data } = useQuery(WatchedPlan, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { devicesBeyond = 0, maxDevices } = data?.subscription.usage ?? {};
  if (devicesBeyond === 0 || maxDevices == null) return null;
  const them = devicesBeyond === 1 ? '1 device is' : `${devicesBeyond.toLocaleString('en-GB')} devices are`;
  const allows = maxDevices === 1 ? '1 device' : `${maxDevices.toLocaleString('en-GB')} devices`;
  return (
    <chakra.div mb={5}>
      <Notice state="warning" title={`${them} listed but not watched`}>
        Your package allows {allows}; those seen first are watched. <SeePackages />
      </Notice>
    </chakra.div>
  );
}

import { useQuery } from '@apollo/client/react';
import { Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { CustomerPlan } from './controllers.gql.ts';

/** Why a controller is not watched that lies beyond the package, and what would help. */
export function NotWatched() {
  const most = useQuery(CustomerPlan).data?.me.teamPackage?.maxControllers;
  const allows = most === 1 ? 'allows 1 controller' : `allows ${most} controllers`;
  return (
    <>
      Not watched: your package {most === undefined ? 'allows fewer controllers' : allows}. <SeePackages />
    </>
  );
}

/** The way to a package that allows more. */
export const SeePackages = () => (
  <Link asChild whiteSpace="nowrap" fontWeight="medium">
    <RouterLink to="/packages">See packages</RouterLink>
  </Link>
);

import { useQuery } from '@apollo/client/react';
import type { OrganizationDetailsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';

/** Who runs this, as pages say it to everybody. */
const OrganizationDetails = graphql(`
  query OrganizationDetails {
    organization {
      name
      address
      responseTime
      phoneHours
    }
  }
`);

type Organization = OrganizationDetailsQuery['organization'];

/** What holds until the operator says otherwise, and where the server does not say. */
const usual: Organization = {
  name: '',
  address: '',
  responseTime: '24 hours',
  phoneHours: '9 AM-5 PM GMT',
};

/** Who runs this, and when they answer. */
export function useOrganization(): Organization {
  const { data } = useQuery(OrganizationDetails);
  return data?.organization ?? usual;
}

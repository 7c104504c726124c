import { useQuery } from '@apollo/client/react';
import type { OrganizationDetailsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';

/** The operator's public details. */
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

/** Defaults until the operator sets them, or while they can't be loaded. */
const usual: Organization = {
  name: '',
  address: '',
  responseTime: '24 hours',
  phoneHours: '9 AM-5 PM GMT',
};

/** The operator's name, contact details and response time. */
export function useOrganization(): Organization {
  const { data } = useQuery(OrganizationDetails);
  return data?.organization ?? usual;
}

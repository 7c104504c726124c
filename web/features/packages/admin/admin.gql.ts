import { graphql } from '#web/gql/index.ts';

export const SoldPackageFields = graphql(`
  fragment SoldPackageFields on Package {
    ...PackageFields
    stripePriceId
    stripePriceIdUsd
    isActive
    subscriberCount
  }
`);

export const AllPackages = graphql(`
  query AllPackages {
    allPackages {
      ...SoldPackageFields
    }
  }
`);

export const CreatePackage = graphql(`
  mutation CreatePackage($input: PackageInput!) {
    createPackage(input: $input) {
      ...SoldPackageFields
    }
  }
`);

export const UpdatePackage = graphql(`
  mutation UpdatePackage($id: ID!, $input: PackageChanges!) {
    updatePackage(id: $id, input: $input) {
      ...SoldPackageFields
    }
  }
`);

export const DeletePackage = graphql(`
  mutation DeletePackage($id: ID!) {
    deletePackage(id: $id)
  }
`);

export const PreviewPackage = graphql(`
  query PreviewPackage($id: ID!, $input: PackageChanges!) {
    previewPackage(id: $id, input: $input) {
      count
      affected {
        teamName
        ownerEmail
        over
      }
    }
  }
`);

export const ReorderPackages = graphql(`
  mutation ReorderPackages($ids: [ID!]!) {
    reorderPackages(ids: $ids) {
      ...SoldPackageFields
    }
  }
`);

export const PackagePriceCheck = graphql(`
  query PackagePriceCheck($id: ID!) {
    packagePriceCheck(id: $id) {
      checked
      problems
    }
  }
`);

export const PackageSubscribers = graphql(`
  query PackageSubscribers {
    packageSubscribers {
      packageId
      onTrial
      paying
      pastDue
      ended
      none
      active
    }
  }
`);

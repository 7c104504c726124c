import { graphql } from '#web/gql/index.ts';

export const AllPackages = graphql(`
  query AllPackages {
    allPackages {
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

export const PackagePriceCheck = graphql(`
  query PackagePriceCheck($id: ID!) {
    packagePriceCheck(id: $id) {
      checked
      problems
    }
  }
`);

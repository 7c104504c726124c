import { graphql } from '#web/gql/index.ts';

export const HalopsaImportRowFields = graphql(`
  fragment HalopsaImportRowFields on HalopsaImportRow {
    clientId
    clientName
    action
    customerId
    customerName
    sameName
    stamp
    sites {
      id
      name
      customerName
    }
  }
`);

export const HalopsaImport = graphql(`
  query HalopsaImport($first: Int!, $skip: Int!) {
    halopsaImport(first: $first, skip: $skip) {
      rows {
        ...HalopsaImportRowFields
      }
      count
      isTruncated
      readAt
    }
  }
`);

export const ImportHalopsaClients = graphql(`
  mutation ImportHalopsaClients($rows: [HalopsaImportChoice!]!) {
    importHalopsaClients(rows: $rows) {
      created
      linked
      assigned
    }
  }
`);

export const RefreshHalopsaClients = graphql(`
  mutation RefreshHalopsaClients {
    refreshHalopsaLists {
      id
      lastWorkedAt
    }
  }
`);

import { graphql } from '#web/gql/index.ts';

export const ReportFigureFields = graphql(`
  fragment ReportFigureFields on ReportFigures {
    uptimePercent
    measuredPercent
    plannedSeconds
    incidents
    critical
    error
    warning
    info
    plannedIncidents
    acknowledged
    acknowledgeMedian
    acknowledgeP90
    recovered
    recoverMedian
    recoverP90
    longestOutage {
      alertId
      deviceName
      siteName
      seconds
    }
  }
`);

export const ReportMonths = graphql(`
  query ReportMonths {
    reportMonths {
      month
      isFinal
    }
  }
`);

export const ReportOfMonth = graphql(`
  query ReportOfMonth(
    $month: String!
    $customerId: ID
    $tag: String
    $unassigned: Boolean
    $first: Int!
    $skip: Int!
    $customers: Int!
    $skipCustomers: Int!
  ) {
    report(
      month: $month
      customerId: $customerId
      tag: $tag
      unassigned: $unassigned
      first: $first
      skip: $skip
    ) {
      subject
      siteCount
      customerCount
      customers(first: $customers, skip: $skipCustomers) {
        id
        name
        siteCount
        figures {
          ...ReportFigureFields
        }
      }
      sites {
        hostId
        name
        controllerId
        customerId
        customerName
        figures {
          ...ReportFigureFields
        }
      }
      figures {
        ...ReportFigureFields
      }
      before {
        uptimePercent
        incidents
      }
      days {
        day
        uptimePercent
        measuredPercent
      }
      ...ReportStateFields
      ...ReportIncidentsFields
    }
  }
`);

export const ReportScheduleFields = graphql(`
  fragment ReportScheduleFields on ReportSchedule {
    customerId
    customerName
    isActive
    memberIds
    addresses
    unsubscribed
  }
`);

export const ReportSchedules = graphql(`
  query ReportSchedules($customerId: ID, $first: Int!, $skip: Int! = 0) {
    reportSchedules(customerId: $customerId, first: $first, skip: $skip) {
      ...ReportScheduleFields
    }
    teamMembers {
      id
      name
      email
    }
  }
`);

export const SaveReportSchedule = graphql(`
  mutation SaveReportSchedule($input: ReportScheduleInput!) {
    saveReportSchedule(input: $input) {
      ...ReportScheduleFields
    }
  }
`);

export const SendReportToMe = graphql(`
  mutation SendReportToMe($month: String!, $customerId: ID) {
    sendReportToMe(month: $month, customerId: $customerId)
  }
`);

import { graphql } from '#web/gql/index.ts';

export const AlertFields = graphql(`
  fragment AlertFields on Alert {
    id
    message
    pastMessage
    severity
    deviceName
    timestamp
    since
    unknownSince
    resolvedAt
    resolution
    type
    ruleName
    controllerId
    siteId
    siteName
    acknowledgedAt
    acknowledgedBy
    acknowledgedById
    acknowledgeNote
    raises
    flappingSince
    calmSince
    snoozedUntil
    snoozedBy
    snoozedById
    maintenance
    overLimit
    ticketId
    ticketUrl
  }
`);

export const AlertRuleFields = graphql(`
  fragment AlertRuleFields on AlertRule {
    id
    name
    condition
    controllerId
    siteId
    threshold
    duration
    channels
    isActive
    haloEnabled
    haloSeverityLevels
    haloClientId
    haloClientName
    haloSiteId
    haloSiteName
    haloPriority
    haloCategory
    haloCategoryName
  }
`);

export const AlertControllerFields = graphql(`
  fragment AlertControllerFields on Controller {
    id
    name
    status
    statusReason
    needsNewKey
    lastSync
    totalSites
    selectedSiteId
    selectedSiteName
    overLimit
  }
`);

export const AlertControllers = graphql(`
  query AlertControllers {
    controllers {
      ...AlertControllerFields
    }
  }
`);

export const OpenAlertsByController = graphql(`
  query OpenAlertsByController {
    openAlertsByController {
      controllerId
      count
      severity
    }
  }
`);

export const CurrentAlerts = graphql(`
  query CurrentAlerts($controllerId: ID!) {
    currentAlerts(controllerId: $controllerId) {
      controllerId
      siteName
      cursor
      alerts {
        ...AlertFields
      }
    }
  }
`);

export const AlertChanged = graphql(`
  subscription AlertChanged($controllerId: ID!, $after: String) {
    alertChanged(controllerId: $controllerId, after: $after) {
      change
      cursor
      alert {
        ...AlertFields
      }
    }
  }
`);

export const AcknowledgeAlert = graphql(`
  mutation AcknowledgeAlert($id: ID!, $note: String) {
    acknowledgeAlert(id: $id, note: $note) {
      ...AlertFields
    }
  }
`);

export const UnacknowledgeAlert = graphql(`
  mutation UnacknowledgeAlert($id: ID!) {
    unacknowledgeAlert(id: $id) {
      ...AlertFields
    }
  }
`);

export const SnoozeAlert = graphql(`
  mutation SnoozeAlert($id: ID!, $minutes: Int!) {
    snoozeAlert(id: $id, minutes: $minutes) {
      ...AlertFields
    }
  }
`);

export const UnsnoozeAlert = graphql(`
  mutation UnsnoozeAlert($id: ID!) {
    unsnoozeAlert(id: $id) {
      ...AlertFields
    }
  }
`);

export const AlertEntryFields = graphql(`
  fragment AlertEntryFields on AlertEntry {
    id
    at
    kind
    detail
    by
    until
  }
`);

export const AlertInDetail = graphql(`
  query AlertInDetail($id: ID!) {
    alert(id: $id) {
      ...AlertFields
      ruleId
      deviceMac
    }
    alertEntries(alertId: $id) {
      ...AlertEntryFields
    }
    halopsaTicket(alertId: $id) {
      id
      status
      reason
    }
  }
`);

export const AlertRules = graphql(`
  query AlertRules {
    alertRules {
      ...AlertRuleFields
    }
  }
`);

export const TellSilentRules = graphql(`
  mutation TellSilentRules($channel: NotificationChannel!) {
    tellSilentRules(channel: $channel) {
      ...AlertRuleFields
    }
  }
`);

export const AlertConditions = graphql(`
  query AlertConditions($controllerId: ID) {
    alertConditions(controllerId: $controllerId) {
      condition
      supported
      reason
      usualThreshold
    }
  }
`);

export const RuleSites = graphql(`
  query RuleSites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
    }
  }
`);

export const CreateAlertRule = graphql(`
  mutation CreateAlertRule($input: AlertRuleInput!) {
    createAlertRule(input: $input) {
      ...AlertRuleFields
    }
  }
`);

export const UpdateAlertRule = graphql(`
  mutation UpdateAlertRule($id: ID!, $input: AlertRuleChanges!) {
    updateAlertRule(id: $id, input: $input) {
      ...AlertRuleFields
    }
  }
`);

export const DeleteAlertRule = graphql(`
  mutation DeleteAlertRule($id: ID!) {
    deleteAlertRule(id: $id)
  }
`);

export const TestAlertRule = graphql(`
  mutation TestAlertRule($id: ID!) {
    testAlertRule(id: $id) {
      success
      message
      ticketUrl
    }
  }
`);

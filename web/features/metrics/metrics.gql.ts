import { graphql } from '#web/gql/index.ts';

/** What was measured of a controller's watched site, its lines, and who sends the most there. */
export const ControllerOverTime = graphql(`
  query ControllerOverTime($controllerId: ID!, $from: DateTimeISO!) {
    siteMetrics(controllerId: $controllerId, from: $from) {
      from
      until
      at
      measuredUntil
      online
      offline
      cpuPercent
      memoryPercent
      uplinkBps
      uptimePercent
      sights {
        from
        until
        siteId
        seen
        problem
      }
    }
    wanMetrics(controllerId: $controllerId, from: $from) {
      at
      problem
      lines {
        id
        siteId
        ispName
        measuredUntil
        latencyMs
        lossPercent
      }
    }
    topTalkers(controllerId: $controllerId, from: $from, first: 5) {
      device {
        id
        name
      }
      bytes
      peakBps
    }
  }
`);

/** What was measured of one device. */
export const DeviceOverTime = graphql(`
  query DeviceOverTime($controllerId: ID!, $deviceId: ID!, $from: DateTimeISO!) {
    deviceMetrics(controllerId: $controllerId, deviceId: $deviceId, from: $from) {
      at
      measuredUntil
      onlinePercent
      uptimePercent
      cpuPercent
      memoryPercent
      diskFreePercent
      uplinkBps
    }
  }
`);

/** A device around an alert about it, and what its measured value was held against. */
export const DeviceAroundAlert = graphql(`
  query DeviceAroundAlert(
    $alertId: ID!
    $controllerId: ID!
    $mac: ID!
    $from: DateTimeISO!
    $until: DateTimeISO!
  ) {
    alert(id: $alertId) {
      id
      threshold
    }
    deviceMetrics(controllerId: $controllerId, deviceId: $mac, from: $from, until: $until) {
      at
      bucketSeconds
      cpuPercent
      memoryPercent
      diskFreePercent
      uplinkBps
      onlinePercent
    }
  }
`);

/** The controllers that were added first. */
export const OldestControllers = graphql(`
  query OldestControllers($first: Int!) {
    controllers(first: $first) {
      id
      name
      selectedSiteName
    }
  }
`);

/** When a controller's devices were online. */
export const SiteOverTime = graphql(`
  query SiteOverTime($controllerId: ID!, $from: DateTimeISO!) {
    siteMetrics(controllerId: $controllerId, from: $from) {
      until
      at
      online
      offline
      uptimePercent
      measuredUntil
      sights {
        from
        until
        seen
        problem
      }
    }
  }
`);

import { graphql } from '#web/gql/index.ts';

export const AdminStats = graphql(`
  query AdminStats {
    adminStats {
      totalUsers
      userGrowth
      activeSubscriptions
      subscribers {
        ...SubscriberFields
      }
      subscriptionGrowth
      monthlyRevenue
      revenueGrowth
      currency
      revenues {
        currency
        amount
      }
    }
  }
`);

export const Analytics = graphql(`
  query Analytics($days: Int, $from: String, $to: String) {
    analytics(days: $days, from: $from, to: $to) {
      from
      to
      totalUsers
      userGrowth
      activeSubscriptions
      monthlyRevenue
      revenueGrowth
      currency
      revenues {
        currency
        amount
        growth
      }
      systemUptime
      uptimeSince
      measuredMinutes
      outages {
        from
        until
      }
      totalAlerts
      activeControllers
      history {
        day
        users
        activeSubscriptions
        monthlyRevenue
        monthlyRevenueUsd
        uptime
        alerts
        activeControllers
      }
    }
  }
`);

export const CustomerFigures = graphql(`
  query CustomerFigures(
    $days: Int
    $from: String
    $to: String
    $order: CustomerOrder!
    $first: Int!
    $skip: Int!
  ) {
    customerFigures(days: $days, from: $from, to: $to, order: $order, first: $first, skip: $skip) {
      teamId
      name
      ownerId
      ownerEmail
      controllers
      activeControllers
      alerts
      revenue
      currency
    }
  }
`);

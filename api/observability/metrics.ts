import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics served at `/metrics`. Features add theirs with `registers: [registry]`. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

export const httpSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Response time, by route pattern.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const socketsOpen = new Gauge({ name: 'live_sockets', help: 'Open WebSockets.', registers });

export const streamsOpen = new Gauge({
  name: 'live_streams',
  help: 'Open streams of server-sent events.',
  registers,
});

export const subscriptionsOpen = new Gauge({
  name: 'live_subscriptions',
  help: 'Subscriptions on sockets and streams.',
  registers,
});

export const eventsRelayed = new Counter({
  name: 'live_events_total',
  help: 'Events read from the log for subscribers on this node.',
  registers,
});

export const eventsBehind = new Gauge({
  name: 'live_events_behind_seconds',
  help: 'Seconds that events have waited to reach subscribers on this node.',
  registers,
});

export const liveExecutions = new Counter({
  name: 'live_executions_total',
  help: 'Executions for events: one per group of equal subscriptions.',
  registers,
});

export const graphqlErrors = new Counter({
  name: 'graphql_errors_total',
  help: 'GraphQL errors by code and root field ("query alerts"). "none" if the request named no valid one.',
  labelNames: ['code', 'operation'],
  registers,
});

import { Counter, Histogram } from 'prom-client';
import { registry } from '#api/observability/metrics.ts';

const registers = [registry];

export const polls = new Counter({
  name: 'watch_rounds_total',
  help: 'Readings of controllers, by what came of them.',
  labelNames: ['outcome'],
  registers,
});

export const roundsSkipped = new Counter({
  name: 'watch_rounds_skipped_total',
  help: 'Scheduled readings that did not happen because the one before was late.',
  registers,
});

export const pollSeconds = new Histogram({
  name: 'watch_reading_seconds',
  help: 'Time that reading a controller took.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});

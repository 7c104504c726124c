import { Counter, Gauge } from 'prom-client';
import { registry } from '#api/observability/metrics.ts';

const registers = [registry];

export const deliveries = new Counter({
  name: 'deliveries_total',
  help: 'Attempts to tell somebody, by channel and what came of them.',
  labelNames: ['channel', 'outcome'],
  registers,
});

export const oldestWaiting = new Gauge({
  name: 'deliveries_oldest_waiting_seconds',
  help: 'How long the oldest delivery that is due has waited; of destinations that are not paused.',
  registers,
});

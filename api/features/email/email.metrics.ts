import { Counter } from 'prom-client';
import { registry } from '#api/observability/metrics.ts';

export const mails = new Counter({
  name: 'mails_total',
  help: 'Mails, by what came of them. Not by kind: that would tell which addresses have accounts.',
  labelNames: ['outcome'],
  registers: [registry],
});

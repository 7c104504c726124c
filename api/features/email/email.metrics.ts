import { Counter } from 'prom-client';
import { registry } from '#api/metrics.ts';

export const mails = new Counter({
  name: 'mails_total',
  help: 'Mails, by kind and by what came of them.',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
});

import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { evaluate } from '#api/features/watch/evaluate/evaluate.ts';
import { accessPoint, office } from '#tests/support/network.ts';
import { atOnce } from '#tests/support/steps.ts';
import { minute, rule } from '#tests/support/watching.ts';
import { cpuTime } from './cpu-time.ts';
import { evaluationTime, prometheusVersion } from './prometheus.ts';
import type { Figure } from './run.ts';

const rules = Array.from({ length: 100 }, (_, index) =>
  rule({ id: `rule-${index}`, condition: AlertCondition.high_cpu, threshold: `${50 + (index % 50)}%` }),
);
const devices = Array.from({ length: 2000 }, (_, index) =>
  accessPoint({ mac: index.toString(16).toUpperCase().padStart(12, '0'), cpuPercent: index % 50 }),
);
const round = {
  controllerId: 'controller-1',
  siteIds: 'all' as const,
  sites: [],
  beyond: new Set<string>(),
  rules,
  reading: { at: minute(0), consoles: [office({ devices })] },
  known: { devices: [], clients: [] },
  pending: [],
  alerts: [],
};

/**
 * A calm round of 100 rules over 2,000 devices, against the 200,000 bare comparisons it cannot do without, and against
 * Prometheus where one is installed: `apt-get install prometheus`.
 */
export async function judging(): Promise<Figure[]> {
  const thresholds = rules.map(({ threshold }) => Number.parseFloat(threshold ?? ''));
  const bare = () => {
    let above = 0;
    for (const limit of thresholds) for (const device of devices) if (device.cpuPercent! > limit) above++;
    return above;
  };
  if (atOnce(evaluate(round)).length + bare() !== 0) throw new Error('The round is not calm');
  const name = 'judging 100 rules x 2,000 devices';
  const ours = await cpuTime(() => atOnce(evaluate(round)));
  const figures = [{ name, yardstick: 'the bare comparisons', ours, theirs: await cpuTime(bare) }];
  const yardstick = prometheusVersion();
  if (!yardstick) {
    console.log('judging beside Prometheus: skipped, no prometheus here');
    return figures;
  }
  const series = devices.map(({ mac, cpuPercent }) => ({ device: mac, value: cpuPercent! }));
  return [
    ...figures,
    { name, yardstick, ours, theirs: await evaluationTime(series, thresholds), promised: 0.2 },
  ];
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#api/boot/postgres.ts';

/** One value of a device. */
export interface Series {
  device: string;
  value: number;
}

/** Evaluations of the group that are waited for, a second apart. */
const evaluations = 15;

/** What `prometheus --version` says first, or undefined where none is installed. */
export function prometheusVersion(): string | undefined {
  try {
    return execFileSync('prometheus', ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds that one evaluation of a group of rules `cpu_percent > limit` over these series takes Prometheus, as it
 * says itself: the median over some evaluations.
 */
export async function evaluationTime(series: readonly Series[], limits: readonly number[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'netlantern-prometheus-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const metrics = series.map(({ device, value }) => `cpu_percent{device="${device}"} ${value}\n`).join('');
  const exporter = createServer((_request, response) => response.end(metrics)).listen(0, '127.0.0.1');
  await once(exporter, 'listening');
  stack.defer(() => void exporter.close());
  stack.defer(() => exporter.closeAllConnections());
  const { port } = exporter.address() as AddressInfo;
  const rules = limits.map(
    (limit, n) => `      - { alert: rule_${n}, expr: 'cpu_percent > ${limit}', for: 5m }`,
  );
  writeFileSync(
    path.join(folder, 'rules.yml'),
    `groups:\n  - name: bench\n    rules:\n${rules.join('\n')}\n`,
  );
  writeFileSync(
    path.join(folder, 'prometheus.yml'),
    [
      'global: { scrape_interval: 1s, evaluation_interval: 1s }',
      'rule_files: [rules.yml]',
      `scrape_configs: [{ job_name: bench, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }]`,
    ].join('\n'),
  );
  const own = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${own}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  stack.defer(async () => {
    child.kill();
    await ended;
  });
  const times: number[] = [];
  // It is not ready at once, and the first evaluations have nothing to look at.
  for (let second = 0; times.length < evaluations + 5 && second < 60; second++) {
    await sleep(1000);
    const answer = await fetch(`http://127.0.0.1:${own}/metrics`).then(
      (found) => found.text(),
      () => '',
    );
    const [, took] = /^prometheus_rule_group_last_duration_seconds\{.*\} (\S+)$/m.exec(answer) ?? [];
    if (Number(took) > 0) times.push(Number(took) * 1000);
  }
  const counted = times.slice(5).sort((a, b) => a - b);
  if (counted.length < evaluations) throw new Error('Prometheus has not evaluated its rules');
  return counted[Math.floor(counted.length / 2)]!;
}

// Each handler of `api/wiring/reactions.ts` is needed: a program without it fails the test that is named here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const file = 'api/wiring/reactions.ts';

const reports = mkdtempSync(path.join(tmpdir(), 'without-'));
afterAll(() => rmSync(reports, { recursive: true }));

/** Milliseconds that one run may take on a busy machine. */
const patience = 280_000;

const channelKeepsCustomer = 'and a channel of it keep the customer from being deleted, until they end';

/** What fails without each handler: the file, and the title of the test. */
const near: Record<string, [file: string, title: string]> = {
  planDeliveries: ['deliveries.test.ts', 'is sent to the channels of its rule, and the log says so'],
  planTickets: ['halopsa.tickets.test.ts', 'gets one with all its details, and shows it'],
  stopWatchingBeyondLimits: [
    'limits.controllers.test.ts',
    'alerts of controllers that are no longer watched end without a recovery',
  ],
  reEvaluateHeldDeliveries: [
    'deliveries.quiet.test.ts',
    'that ends now, held notifications are sent in the same step',
  ],
  reevaluateWaitingTickets: ['halopsa.tickets.test.ts', 'Maintenance that ends early delays nothing anymore'],
  retryAfterSave: ['integrations.test.ts', 'that is saved retries failed deliveries immediately'],
  stopWatchingUncovered: [
    'rules.scope.test.ts',
    'ends at once what it no longer covers, and keeps the rest with its acknowledgement',
  ],
  stopWatchingRegrouped: [
    'rules.scope.test.ts',
    'ends its alerts at once where a site leaves its customer, though no poll succeeds',
  ],
  reportAlertsOfCustomer: [
    'customers.test.ts',
    'Changing or deleting a customer changes its open alerts on every screen',
  ],
  keepRegroupedWork: [
    'reports.test.ts',
    'excludes what a customer’s window covered, even once the customer is deleted',
  ],
  sendWithinNewLimits: [
    'customers.site-limits.test.ts',
    'hears of an open alert once its site is one of its own, and only once',
  ],
  sendToWidenedChannel: [
    'customers.site-limits.test.ts',
    'receives the open alerts of others, and of sites without a customer, once its limits are removed',
  ],
  schedulesOfCustomer: [
    'reports.email.test.ts',
    'A customer whose report is emailed, or who gets new sites, can’t be deleted unnoticed',
  ],
  controllersOfCustomer: [
    'reports.email.test.ts',
    'A customer whose report is emailed, or who gets new sites, can’t be deleted unnoticed',
  ],
  channelsOfCustomer: ['customers.site-limits.test.ts', channelKeepsCustomer],
  windowsOfCustomer: ['customers.site-limits.test.ts', channelKeepsCustomer],
  rulesOfCustomer: ['rules.scope.test.ts', 'keeps its customer from being deleted'],
  checkHaloSite: ['halopsa.hostile.deep.test.ts', 'in a rule'],
};

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

/** Runs one test of a program that does without a handler. */
async function runWithout(handler: string, [name, title]: [string, string]): Promise<Report> {
  const report = path.join(reports, `${handler}.json`);
  const args = [
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${report}`,
    `tests/api/${name}`,
    '-t',
    `${title}$`,
  ];
  const child = spawn('npx', ['vitest', 'run', '--config', 'tests/vitest.without.config.ts', ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WITHOUT_FILE: file, WITHOUT_TEXT: handler },
    stdio: 'ignore',
    timeout: patience,
  });
  await once(child, 'exit');
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

test('Every handler is listed here', () => {
  const body = /connectReactions[^]*/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  const listed = [...body.matchAll(/\.connect\(\[([^\]]*)\]\)/g)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim() || []),
  );
  expect([...new Set(listed)].sort()).toEqual(Object.keys(near).sort());
});

test.each(Object.entries(near))(
  'Without %s a test fails',
  { timeout: patience + 20_000 },
  async (handler, [name, title]) => {
    const { testResults } = await runWithout(handler, [name, title]);
    const ran = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
    expect(ran).toMatchObject([{ title, status: 'failed' }]);
  },
);

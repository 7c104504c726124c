// What `npm test` and `npm run test:deep` run: every check, and at the end the plain line "N passed, N failed".
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

await import('../api/boot/ts-hook.mjs');
const { stopSignal } = await import('../api/boot/stop.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = path.join(root, 'node_modules/.cache');
const results = path.join(cache, 'test-results');
const { scripts } = createRequire(import.meta.url)('../package.json');

/** Everything, with every row of every table. Otherwise without the deep files, and with rows drawn from a seed. */
const deep = process.argv.includes('--deep');
const config = (runner) => `tests/${runner}${deep ? '.deep' : ''}.config.ts`;
const sample = deep ? undefined : (process.env.SAMPLE ?? String(randomInt(1, 0x7fffffff)));

/** Tests that may need a second try before the run counts as failed. */
const secondTries = 2;

/**
 * Commands as package.json has them, or in its manner; those of a list run side by side. `report` reads the counts that a
 * test runner wrote. A busy machine is no defect: what fails has a second try here, and is named where it needed one.
 */
const steps = [
  { name: 'typed documents', command: scripts.codegen },
  [
    {
      name: 'format',
      command: `prettier --check --log-level warn --cache --cache-strategy content --cache-location "${cache}/prettier" .`,
    },
    { name: 'lint', command: scripts.lint },
    {
      name: 'types',
      command: `${scripts.typecheck} --incremental --tsBuildInfoFile "${cache}/types.tsbuildinfo"`,
    },
    { name: 'web build', command: `${scripts.build} --if-stale` },
  ],
  {
    name: 'api and web tests',
    command: `vitest run --config ${config('vitest')} --retry=1 --reporter=default --reporter=json --outputFile.json="${results}/vitest.json"`,
    env: { SAMPLE: sample ?? '' },
    report: ['vitest.json', vitestCounts],
  },
  ...browserSteps(),
  {
    name: 'browser tests',
    command: `playwright test --config ${config('playwright')} --retries=1 --reporter=list,json`,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(results, 'playwright.json') },
    report: ['playwright.json', playwrightCounts],
  },
];

/** Where npm has no Chromium for this machine, Playwright fetches its own unless one is installed. */
function browserSteps() {
  if (process.platform === 'linux' && process.arch === 'x64') return [];
  return [{ name: 'browser', command: 'test -x /usr/bin/chromium || playwright install chromium' }];
}

function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const failedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');
  // A file that could not be loaded, or whose hook failed, fails without any failed test.
  const broken = testResults.filter((file) => file.status === 'failed' && !failedIn(file).length);
  const inWords = ({ fullName, failureMessages }) => named(fullName, failureMessages[0]);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [
      ...broken.map(({ name, message }) => named(path.relative(root, name), message)),
      ...testResults.flatMap(failedIn).map(inWords),
    ],
    again: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length)
      .map(inWords),
  };
}

function playwrightCounts({ stats, suites }) {
  const specs = ({ specs: own = [], suites: inner = [] }) => [...own, ...inner.flatMap(specs)];
  const all = suites.flatMap(specs);
  const withStatus = (wanted) => all.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  const inWords = ({ title, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors ?? []);
    return named(title, errors[0]?.message);
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: withStatus('unexpected').map(inWords),
    again: withStatus('flaky').map(inWords),
  };
}

/** A test's name with the first lines of its error, since the end of the output may be all that is kept. */
function named(name, message = '') {
  return [name, ...stripVTControlCharacters(message).split('\n').slice(0, 6)].join('\n    ');
}

let interrupted = false;
const running = new Set();

/** A group of its own, so that an interruption reaches every program below it, once. */
function run({ command, env }) {
  return new Promise((resolve) => {
    const bin = path.join(root, 'node_modules/.bin');
    const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      env: { ...process.env, NODE_ENV: 'test', PATH, ...env },
    });
    running.add(child);
    const conclude = async (code) => {
      if (interrupted) await groupEnd(child);
      running.delete(child);
      resolve(code === 0);
    };
    child.once('exit', (code) => void conclude(code));
  });
}

stopSignal(() => tellAll('SIGKILL')).addEventListener('abort', () => {
  interrupted = true;
  tellAll('SIGINT');
  setTimeout(tellAll, 20_000, 'SIGKILL').unref();
});

/** The shell is the first of its group to end; the runner below it may still be putting things away. */
async function groupEnd(child) {
  while (tell(child, 0)) await sleep(50);
}

function tellAll(signal) {
  for (const child of running) tell(child, signal);
}

function tell(child, signal) {
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return child.kill(signal);
  }
}

/** A step that is not a test counts as one; so does a runner that failed although no test of it did. */
function count(step, succeeded) {
  const one = { passed: Number(succeeded), failed: Number(!succeeded) };
  if (!step.report) return one;
  const [file, read] = step.report;
  try {
    const counts = read(JSON.parse(readFileSync(path.join(results, file), 'utf8')));
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const outcomes = [];
for (const step of steps) {
  const together = [step].flat();
  console.log(`\n── ${together.map(({ name }) => name).join(', ')}`);
  const of = await Promise.all(together.map(outcomeOf));
  if (interrupted) break;
  outcomes.push(...of);
}

async function outcomeOf(step) {
  const began = performance.now();
  const succeeded = await run(step);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { name: step.name, seconds, ...count(step, succeeded) };
}

console.log('');
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(18)} ${passed} passed, ${failed} failed  (${seconds} s)`);
}
const again = outcomes.flatMap((outcome) => outcome.again ?? []);
const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
if (failures.length) console.log(['Failed:', ...failures].join('\n  '));
if (again.length) console.log(['Passed only at the second try:', ...again].join('\n  '));
// One or two may be the machine's; more are the product's or the tests'.
const shaky = again.length > secondTries;
if (shaky) console.log(`More than ${secondTries} tests needed a second try, which counts as a failure.`);
if (sample)
  console.log(`Rows of long tables were drawn by SAMPLE=${sample}. npm run test:deep checks them all.`);
if (interrupted) console.log('Interrupted.');
const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
const failed = total('failed') + Number(shaky);
console.log(`${total('passed')} passed, ${failed} failed`);
process.exitCode = interrupted ? 130 : Math.min(failed, 1);

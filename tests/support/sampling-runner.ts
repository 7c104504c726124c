import { createHash } from 'node:crypto';
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest';

/** Their words are promised row by row, so every row counts. */
const whole = /\/(contract\.|errors\.|live\.frames\.|openapi\.|specification\.)/;

/** Tables of up to so many rows are short. */
const short = 3;

/**
 * Runs of each long table (`test.each`, `describe.each`) about as many rows as the cube root of its length, drawn by the seed
 * in SAMPLE: 3 of 20, 8 of 400. Tables of files that set nothing up cost nothing and stay whole.
 */
export default class SamplingRunner extends TestRunner {
  readonly #left = new Set<RunnerTask>();

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) if (!whole.test(file.filepath) && setsUp(file)) this.#sample(file);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#left.has(suite)) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#left.has(test)) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  #sample(suite: RunnerTestSuite): void {
    const rows = suite.tasks.filter(({ each }) => each);
    for (const table of Map.groupBy(rows, placeOf).values())
      for (const row of table.toSorted(byDraw).slice(lengthOf(table))) this.#leave(row);
    for (const inner of suite.tasks)
      if (inner.type === 'suite' && !this.#left.has(inner)) this.#sample(inner);
  }

  #leave(task: RunnerTask): void {
    this.#left.add(task);
    if (task.type === 'suite') for (const inner of task.tasks) this.#leave(inner);
  }
}

/** Whether tests of a file begin with hooks: a server, a database or a screen. */
function setsUp(suite: RunnerTestSuite): boolean {
  const { beforeAll, beforeEach } = TestRunner.getSuiteHooks(suite);
  return (
    beforeAll.length + beforeEach.length > 0 ||
    suite.tasks.some((inner) => inner.type === 'suite' && setsUp(inner))
  );
}

const placeOf = ({ location }: RunnerTask): string => `${location?.line}:${location?.column}`;

const lengthOf = ({ length }: RunnerTask[]): number =>
  length > short ? Math.ceil(Math.cbrt(length)) : length;

const drawOf = ({ fullName }: RunnerTask): string =>
  createHash('sha1').update(`${process.env['SAMPLE']} ${fullName}`).digest('hex');

const byDraw = (one: RunnerTask, other: RunnerTask): number => (drawOf(one) < drawOf(other) ? -1 : 1);

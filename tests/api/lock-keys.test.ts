import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockClasses, lockKeys } from '#api/db/lock-keys.ts';

const numbers = [...Object.values(lockKeys), ...Object.values(lockClasses)];

test('Every advisory lock has its own number, and only one table names it', () => {
  expect(new Set(numbers).size).toBe(numbers.length);
  const named = globSync('api/**/*.ts', { exclude: ['api/db/migrations/**'] }).filter((file) =>
    /\b427_?1\d\d\b/.test(readFileSync(file, 'utf8')),
  );
  expect(named).toEqual(['api/db/lock-keys.ts']);
});

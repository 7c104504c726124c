// Installs what is missing. Runs on whatever Node npm itself runs on, without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const stamp = new URL('node_modules/.setup-stamp', root);
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing the locked dependencies. The first time this takes a minute or two.');
  // The lockfile, not the caller's NODE_ENV, says what to install: starting builds the web, which needs the build tools.
  const args = ['ci', '--include=optional', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const run = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const result = spawnSync(run[0], run[1], { cwd: root, stdio: 'inherit', shell: !npm });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stamp, wanted);
}

// Installs what is missing: what running needs, and with `--all` what developing and testing need too.
// Runs on the Node that npm runs on, without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const stamp = new URL('node_modules/.setup-stamp', root);
const lockfile = readFileSync(new URL('package-lock.json', root), 'utf8');
const wanted = createHash('sha256')
  .update(lockfile)
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');
const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
const all = process.argv.includes('--all') || extent === 'all';

if (installed !== wanted || (all && extent !== 'all')) {
  console.log('Installing the locked dependencies. The first time this takes a minute or two.');
  // The arguments, not the caller's NODE_ENV, say what to install.
  const extra = ['--include=optional', all ? '--include=dev' : '--omit=dev'];
  // What is there already stays; `ci` would install it again.
  const adding = installed === wanted;
  withAddresses(() => npm(root, adding ? ['install', '--no-save', ...extra] : ['ci', ...extra]));
  writeFileSync(stamp, `${wanted} ${all ? 'all' : 'run'}`);
}
bringNode();

/**
 * Runs `install` with a lockfile that names each package's address. The committed one names none, so npm would fetch and
 * parse the description of every version of every package to find it: a third of the time. npm puts the configured
 * registry in the place of npmjs.org, and prefers npm-shrinkwrap.json to package-lock.json.
 */
function withAddresses(install) {
  const lock = JSON.parse(lockfile);
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place || !entry.integrity) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    entry.resolved ??= `https://registry.npmjs.org/${name}/-/${file}`;
  }
  const shrinkwrap = new URL('npm-shrinkwrap.json', root);
  writeFileSync(shrinkwrap, JSON.stringify(lock));
  process.once('exit', () => rmSync(shrinkwrap, { force: true }));
  install();
  rmSync(shrinkwrap);
}

/** Where npm runs on too old a Node, a newer one comes first in the PATH of npm's scripts. */
function bringNode() {
  const place = new URL('node/', import.meta.url);
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', place), 'utf8'));
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const version = optionalDependencies[name];
  // In a script of npm's, this program itself runs on the one that was brought earlier.
  const [, ownVersion = process.versions.node] =
    /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  if (!version || Number.parseInt(ownVersion, 10) >= Number.parseInt(version, 10)) return;
  const brought = new URL(`node_modules/${name}/`, place);
  const manifest = new URL('package.json', brought);
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) {
    npm(place, ['ci', '--include=optional']);
    // Headers for compiling addons, and manuals.
    for (const unused of ['include', 'share'])
      rmSync(new URL(unused, brought), { recursive: true, force: true });
  }
  const commands = new URL('node_modules/.bin/', root);
  mkdirSync(commands, { recursive: true });
  if (process.platform === 'win32') {
    const program = fileURLToPath(new URL('bin/node.exe', brought));
    return writeFileSync(new URL('node.cmd', commands), `@"${program}" %*\r\n`);
  }
  const command = new URL('node', commands);
  rmSync(command, { force: true });
  symlinkSync(path.relative(fileURLToPath(commands), fileURLToPath(new URL('bin/node', brought))), command);
}

function npm(directory, command) {
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error'];
  const script = process.env.npm_execpath;
  const run = script ? [process.execPath, [script, ...args]] : ['npm', args];
  const result = spawnSync(run[0], run[1], { cwd: directory, stdio: 'inherit', shell: !script });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

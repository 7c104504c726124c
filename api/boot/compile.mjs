// node api/boot/compile.mjs <directory>: the program as JavaScript, for an image that needs neither the compiler nor what
// only the web is built with. The web has to be built before.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'rolldown/utils';
import { compilerOptions } from './ts-hook.mjs';

const out = path.resolve(process.argv[2] ?? 'build');
const compiled = [];

for (const file of globSync('api/**/*.*', { exclude: ['**/node_modules'] })) {
  if (/boot\/(ts-hook|compile|setup|dev|develop)\.m?[jt]s$/.test(file)) continue;
  if (!/\.m?[jt]s$/.test(file)) {
    write(file, readFileSync(file));
    continue;
  }
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    ...compilerOptions,
    sourcemap: false,
    typescript: { ...compilerOptions.typescript, rewriteImportExtensions: true },
  });
  if (errors.length) throw new Error(errors.map(({ message }) => message).join('\n'));
  compiled.push(code);
  write(file.replace(/\.ts$/, '.js'), code);
}
// What commands load first, to compile what here is compiled.
write('api/boot/ts-hook.mjs', '');
for (const folder of ['web/dist', 'web/dist-site'])
  cpSync(folder, path.join(out, folder), { recursive: true });

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
// A package that no file names is only for the web, or is the embedded PostgreSQL, which production has no use for.
const named = ([name]) => compiled.some((code) => new RegExp(`['"\`]${name}['"\`/]`).test(code));
manifest.dependencies = Object.fromEntries(Object.entries(manifest.dependencies).filter(named));
for (const unused of ['devDependencies', 'scripts']) delete manifest[unused];
write('package.json', JSON.stringify(manifest, null, 2));
write('package-lock.json', readFileSync('package-lock.json', 'utf8'));
write('schema.graphql', readFileSync('schema.graphql', 'utf8'));

function write(file, content) {
  const place = path.join(out, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository root. Programs run there, whatever the current directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Arguments to run a TypeScript file with this Node. */
export const typescript = ['--import', new URL('./ts-hook.mjs', import.meta.url).href];

/**
 * Runs a script with this Node and shows its output. Rejects when it fails, and stops it when `signal`
 * aborts. `script` is relative to the repository. `env` is merged over this program's own environment.
 */
export function runScript(
  script: string[],
  { signal, env }: { signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, stdio: 'inherit', signal, env: { ...process.env, ...env } } as const;
    const child = spawn(process.execPath, script, options);
    child.once('error', reject);
    child.once('exit', (code, by) => {
      if (code === 0) resolve();
      else reject(new Error(`${script.join(' ')} ended with ${by ?? `code ${code}`}.`));
    });
  });
}

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const secrets = {
  APP_SECRET: 'planted-app-secret-0123456789',
  ADMIN_EMAIL: 'planted-operator@example.test',
  ADMIN_PASSWORD: 'planted-admin-password',
  DATABASE_URL: 'postgres://planted:planted-database-password@127.0.0.1/planted',
  SMTP_URL: 'smtp://planted:planted-mail-password@127.0.0.1',
};

test(
  'The browser bundle contains nothing from its build environment, and nothing from the demo’s stand-in for Stripe.js',
  { timeout: 120_000 },
  async () => {
    const out = await mkdtemp(path.join(tmpdir(), 'netlantern-bundle-'));
    try {
      const build = [
        'node_modules/vite/bin/vite.js',
        'build',
        '--config',
        'web/vite.config.ts',
        '--outDir',
        out,
      ];
      await promisify(execFile)(process.execPath, build, {
        env: { ...process.env, ...secrets, NODE_ENV: 'production' },
      });
      const files = await readdir(out, { recursive: true, withFileTypes: true });
      const built = files.filter((entry) => entry.isFile());
      const texts = await Promise.all(
        built.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8')),
      );
      const bundle = texts.join('\n');
      expect(bundle).toContain('auth_token');
      for (const [name, secret] of Object.entries(secrets)) expect(bundle.includes(secret), name).toBe(false);
      for (const words of ['/dev/stripe', 'stand-in for Stripe', '4242 4242', 'Complete authentication'])
        expect(bundle.includes(words), words).toBe(false);
    } finally {
      await rm(out, { recursive: true });
    }
  },
);

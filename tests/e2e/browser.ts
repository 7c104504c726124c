import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { root } from '#api/boot/run-program.ts';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** How to start Chromium here: the one from npm where it runs, else an installed one, else Playwright's own. */
export async function browserOptions(): Promise<LaunchOptions> {
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  return { executablePath: installed.find((file) => existsSync(file)) };
}

/** Made to run as an AWS Lambda: told that it is one, it unpacks the libraries and fonts it needs as well. */
async function packagedBrowser(): Promise<LaunchOptions> {
  const about = path.join(root, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(about, 'utf8')) as { version: string };
  // It never compares versions, so each gets a directory of its own.
  const unpacked = path.join(root, `node_modules/.cache/chromium-${version}`);
  mkdirSync(unpacked, { recursive: true });

  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  // Its own font list names directories of a Lambda; without any font a page with a text field ends the browser.
  const fonts = path.join(unpacked, 'fonts');
  writeFileSync(
    path.join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
  );
  const env = { ...process.env } as Record<string, string>;
  for (const name of Object.keys(env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  return { executablePath, env };
}

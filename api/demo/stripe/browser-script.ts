import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const entry = fileURLToPath(new URL(`./browser${path.extname(import.meta.url)}`, import.meta.url));

let made: Promise<string> | undefined;

/** The stand-in for Stripe.js as one script, made when it is asked for first. */
export function stripeBrowserScript(): Promise<string> {
  made ??= bundled();
  return made;
}

async function bundled(): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    platform: 'browser',
    tsconfig: false,
    logLevel: 'silent',
    output: { format: 'iife', minify: true },
  });
  return output[0].code;
}

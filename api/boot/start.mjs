// What `npm start` and the container run. Plain JavaScript: it must be able to say that Node is too old.

const wanted = 24;
if (Number.parseInt(process.versions.node, 10) < wanted) {
  console.error(`Netlantern needs Node ${wanted} or later, and this is ${process.versions.node}.
Start it with "npm start", which brings its own where one exists for this machine, or install Node ${wanted}.`);
  process.exit(1);
}

// Node reads these few files without the hook below.
const { loadConfig } = await import('./load-config.ts');
const config = loadConfig();
await import('./ts-hook.mjs');
const { serve } = await import('./serve.ts');
process.exit(await serve(config, { build: !process.argv.includes('--no-build') }));

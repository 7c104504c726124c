import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The service worker, in one file next to the app. Its name never changes, because browsers compare its content. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('service-worker/worker.ts', import.meta.url)),
      output: { entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
});

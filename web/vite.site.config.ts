import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { documents } from './documents-plugin.ts';

/** The script that the server writes into its pages, as small as it gets. */
const loader: Plugin = {
  name: 'loader',
  generateBundle() {
    const { code } = minifySync(
      'loader.js',
      readFileSync(new URL('site/loader.js', import.meta.url), 'utf8'),
    );
    this.emitFile({ type: 'asset', fileName: 'loader.js', source: code.trim() });
  },
};

/** The public site for the server, which writes its pages with this. One file with everything in it, as for production. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [documents(), react(), loader],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'site/render.tsx',
    outDir: 'dist-site',
    emptyOutDir: true,
    target: 'node24',
    assetsInlineLimit: 0,
    minify: false,
  },
});

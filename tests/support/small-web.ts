import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A web as small as one can be, in a folder for `startServer`. Anyone who makes it removes it. */
export function smallWeb(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'web-'));
  const page =
    '<!doctype html><head><meta name="csp-nonce" content="" /><script type="module" src="/assets/main-1a2b.js"></script></head>';
  mkdirSync(path.join(root, 'assets'));
  writeFileSync(path.join(root, 'index.html'), page);
  writeFileSync(path.join(root, 'assets/main-1a2b.js'), `// ${'x'.repeat(3000)}`);
  writeFileSync(path.join(root, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return root;
}

import { fileOperations } from './openapi/files.ts';
import { table } from './table.ts';

/** Paths for programs outside the REST calls. */
const others = [
  'GET /graphql',
  'POST /graphql',
  'GET /graphql/stream',
  'POST /graphql/stream',
  'GET /schema.graphql',
  'GET /api/docs',
  'GET /healthz',
  'GET /readyz',
  'GET /robots.txt',
  'GET /sitemap.xml',
];

// The router doesn't match longer path segments either.
const calls = [...Object.keys(table), ...fileOperations.map(([call]) => call), ...others].map((call) => {
  const [method = '', path = ''] = call.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]{1,200}')}/?$`) };
});

/** The methods of a path. Empty for a path that isn't for programs. */
export function methodsAt(path: string): string[] {
  const methods = calls.filter((call) => call.path.test(path)).map(({ method }) => method);
  return methods.includes('GET') ? ['HEAD', ...methods].toSorted() : methods.toSorted();
}

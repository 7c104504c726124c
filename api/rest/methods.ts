import { fileOperations } from './openapi/files.ts';
import { table } from './table.ts';

/** Addresses for programs that are no calls of REST. */
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

/** The methods that a path takes; none for a path that no program calls. */
export function methodsAt(path: string): string[] {
  const methods = calls.filter((call) => call.path.test(path)).map(({ method }) => method);
  return methods.includes('GET') ? ['HEAD', ...methods].toSorted() : methods.toSorted();
}

// Who may import whom, as data. Adding a line here is a decision (docs/decisions).
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

/** The features that each feature of the api may build on. */
const apiEdges: Record<string, string[]> = {
  account: [
    'alerts',
    'audit',
    'auth',
    'billing',
    'controllers',
    'customers',
    'email',
    'maintenance',
    'reports',
    'sites',
    'teams',
    'tokens',
    'users',
    'waitlist',
    'wall',
    'web-push',
  ],
  alerts: ['audit', 'controllers', 'customers', 'packages', 'security', 'teams', 'unifi', 'users'],
  analytics: ['billing', 'packages'],
  attention: ['health', 'users'],
  audit: [],
  branding: ['organization', 'revisions'],
  billing: ['alerts', 'audit', 'controllers', 'email', 'metrics', 'packages', 'teams', 'users'],
  auth: [
    'alerts',
    'audit',
    'branding',
    'email',
    'integrations',
    'packages',
    'security',
    'teams',
    'tokens',
    'users',
  ],
  configuration: ['alerts', 'audit', 'controllers', 'customers', 'integrations', 'maintenance', 'teams'],
  contact: ['audit', 'email', 'organization', 'users'],
  controllers: ['customers', 'packages', 'teams', 'unifi', 'users'],
  customers: ['audit', 'teams'],
  email: ['audit', 'branding', 'users'],
  explanations: ['alerts', 'controllers', 'metrics', 'notifications', 'packages', 'sites', 'teams', 'unifi'],
  halopsa: [
    'alerts',
    'audit',
    'controllers',
    'customers',
    'maintenance',
    'packages',
    'sites',
    'teams',
    'users',
  ],
  health: ['alerts', 'audit', 'billing', 'controllers', 'email', 'notifications'],
  integrations: ['alerts', 'audit', 'customers', 'teams', 'users'],
  maintenance: ['alerts', 'audit', 'controllers', 'customers', 'sites', 'teams', 'users'],
  members: ['audit', 'auth', 'email', 'security', 'teams', 'tokens', 'users'],
  metrics: ['alerts', 'audit', 'controllers', 'packages', 'teams', 'unifi'],
  noise: ['alerts', 'email', 'integrations', 'notifications', 'packages', 'teams', 'watch'],
  notifications: [
    'account',
    'alerts',
    'audit',
    'branding',
    'controllers',
    'customers',
    'email',
    'halopsa',
    'integrations',
    'maintenance',
    'organization',
    'packages',
    'sites',
    'teams',
    'users',
    'web-push',
  ],
  organization: ['audit'],
  overview: ['alerts', 'controllers', 'customers', 'sites'],
  packages: ['audit'],
  push: ['controllers', 'teams'],
  reports: [
    'alerts',
    'audit',
    'branding',
    'customers',
    'email',
    'maintenance',
    'metrics',
    'sites',
    'teams',
    'users',
  ],
  revisions: ['audit'],
  search: ['alerts', 'controllers', 'customers', 'members', 'packages', 'sites'],
  security: ['audit', 'users'],
  seo: ['audit', 'packages', 'revisions', 'website'],
  sites: ['alerts', 'audit', 'controllers', 'customers', 'packages', 'teams', 'unifi'],
  teams: ['audit', 'packages', 'users'],
  tokens: ['audit', 'email', 'security', 'teams', 'users'],
  unifi: [],
  users: ['audit', 'packages'],
  waitlist: ['audit', 'branding', 'email', 'packages', 'users'],
  wall: ['alerts', 'audit', 'overview', 'packages', 'teams', 'users'],
  website: ['audit', 'branding', 'revisions'],
  'web-push': ['alerts', 'auth', 'integrations', 'teams', 'users'],
  watch: [
    'alerts',
    'controllers',
    'customers',
    'metrics',
    'notifications',
    'packages',
    'push',
    'sites',
    'teams',
    'unifi',
    'users',
  ],
};

/** The features that each feature of the web may build on. */
const webEdges: Record<string, string[]> = {
  account: ['auth', 'controllers', 'notifications'],
  alerts: ['auth', 'controllers', 'customers', 'halopsa', 'maintenance', 'metrics', 'notifications'],
  analytics: ['billing'],
  attention: [],
  audit: ['alerts'],
  auth: [],
  branding: ['revisions'],
  billing: ['attention', 'auth'],
  configuration: ['auth'],
  contact: ['auth', 'organization'],
  controllers: ['auth', 'billing', 'metrics'],
  customers: ['auth', 'controllers', 'halopsa', 'notifications'],
  email: ['auth'],
  halopsa: ['auth', 'controllers', 'notifications'],
  health: [],
  home: ['analytics', 'attention', 'billing', 'health', 'users'],
  integrate: ['account'],
  integrations: ['alerts', 'auth', 'controllers', 'customers', 'halopsa', 'notifications'],
  legal: ['organization', 'website'],
  maintenance: ['auth', 'controllers', 'customers'],
  metrics: [],
  noise: ['alerts', 'auth', 'notifications'],
  notifications: ['auth'],
  organization: [],
  overview: ['alerts', 'auth', 'controllers', 'maintenance', 'wall'],
  packages: ['auth', 'billing'],
  push: ['auth', 'controllers'],
  reports: ['alerts', 'auth', 'customers'],
  revisions: ['audit'],
  security: ['audit', 'auth'],
  seo: ['auth', 'revisions'],
  sites: ['alerts', 'auth', 'customers', 'maintenance'],
  teams: ['auth', 'configuration'],
  users: ['audit', 'auth'],
  waitlist: ['auth', 'email', 'packages'],
  wall: ['alerts'],
  watch: ['alerts', 'auth', 'controllers', 'customers', 'maintenance', 'metrics', 'push', 'sites'],
  website: ['branding', 'home', 'revisions'],
};

/** `from` must not import `to`; both are matched against paths of files, `to` against names of packages too. */
const walls: { rule: string; from: RegExp; to: RegExp }[] = [
  { rule: 'the product does not know its tests', from: /^(api|web|codegen)/, to: /^tests\// },
  { rule: 'the web knows the api by its schema only', from: /^web\//, to: /^api\// },
  { rule: 'the api does not know the web', from: /^api\/(?!boot\/)/, to: /^web\// },
  {
    rule: 'entities know no services',
    from: /\.entity\.ts$/,
    to: /\.(service|resolver|job)\.ts$|^api\/graphql\/context/,
  },
  { rule: 'inputs know no services', from: /\.input\.ts$/, to: /\.(service|resolver|job)\.ts$/ },
  {
    rule: 'services know no resolvers and no HTTP',
    from: /\.service\.ts$/,
    to: /\.resolver\.ts$|^@?fastify/,
  },
  {
    rule: 'resolvers leave vendors to services',
    from: /\.resolver\.ts$/,
    to: /^api\/features\/unifi\/|^@mikro-orm/,
  },
  { rule: 'REST knows the schema, not the features', from: /^api\/rest\//, to: /^api\/features\// },
  { rule: 'production does without the demo', from: /^api\/(?!demo\/|main\.ts)/, to: /^api\/demo\// },
  {
    rule: 'vendor clients know no rows',
    from: /^api\/features\/unifi\//,
    to: /\.(entity|service)\.ts$|^@mikro-orm/,
  },
  {
    rule: 'only programs and the composition root know the composition root',
    from: /^api\/(?!main\.ts|wiring\/|boot\/|graphql\/schema\/emit\.ts)/,
    to: /^api\/wiring\//,
  },
  {
    rule: 'the parts below know no features, but the types of who is asking and of columns',
    from: /^api\/(config|db|lib|security|observability|jobs)\/(?!app\.ts|tables\.ts|migrations\/)/,
    to: /^api\/(features|wiring|http|rest)\//,
  },
  { rule: 'web parts know no features', from: /^web\/(ui|lib)\//, to: /^web\/(features|app)\// },
  {
    rule: 'web parts know no documents',
    from: /^web\/(ui|lib)\//,
    to: /^web\/gql\/(?!constraints)|\.gql\.ts$/,
  },
  { rule: 'web features do not know the app', from: /^web\/features\//, to: /^web\/app\// },
  { rule: 'rules come from the schema', from: /^web\/(?!lib\/|ui\/Form\.tsx|.*-form\.ts$)/, to: /^yup$/ },
];

/** The kinds of files that may touch the world. Every other file of a feature or of `lib/` is pure. */
const touching = /\.(entity|input|service|resolver|job|routes|store|client|program|worker)\.ts$/;
/** Decides when others work, so it has timers of its own. */
const scheduler = 'api/lib/concurrency.ts';
const mayBeImpure = (file: string) =>
  !/^api\/(features|lib)\//.test(file) || touching.test(file) || file === scheduler;

/** What reaches a database, a network, a disk, a process or a timer. A pure file imports none of it. */
const outside =
  /^(@mikro-orm|@?fastify|pg$|ioredis|undici|nodemailer|stripe$|graphile-worker|@node-rs|p-limit|ws$)|^node:(fs|https?|net|tls|dns|timers|child_process|worker_threads)\b|\.(service|resolver|job|routes|store|client)\.ts$|^api\/(config|db|http|jobs|live|observability|rest|wiring)\//;
/** Types whose values reach the same. Types of data may come from anywhere. */
const outsideTypes = /^(@mikro-orm|@?fastify)|^api\/(graphql\/context|config\/app)\.ts$/;
const impureCall =
  /\b(Date\.now|Temporal\.Now[.\w]*|performance\.now|fetch|Math\.random|random(?:Bytes|UUID|Int)|getRandomValues|set(?:Timeout|Interval|Immediate)|queueMicrotask|sleep)\(|\bnew Date\(\)|\bprocess\.\w+/g;

/** Imports of pure files that look impure. Each has its reason. */
const pureAllTheSame: Record<string, string> = {
  // A regular expression.
  'api/features/configuration/plan.ts': 'api/db/id.ts',
  // The classes of the driver's errors, to recognise them by.
  'api/lib/errors.ts': '@mikro-orm/core',
};

/** What of the world a file touches: imports, and calls as they are written. */
function touchedBy(file: string, text: string): string[] {
  const imported = importedBy(file, text).flatMap(({ to, isType }) =>
    (isType ? outsideTypes : outside).test(to) && pureAllTheSame[file] !== to ? [to] : [],
  );
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...imported, ...[...code.matchAll(impureCall)].map(([call]) => call)];
}

/** What our own sentences look like in code, and how text is compared. Outcomes come from codes. */
const sentence = String.raw`['"\`](?=[A-Z][a-z’']+ [\w’'$%{}])`;
const comparison = String.raw`(?:[!=]==?\s*|\.(?:startsWith|endsWith|includes|indexOf|match|search|split|replace)\(\s*|\bcase )`;
/** Columns and fields that hold sentences. */
const proseFields = '(?:reason|detail|sentence|statusReason|status_reason|failure|outcome)';

/** Where code compares with a sentence, each as it is written. */
function proseComparedIn(text: string): string[] {
  const named = new RegExp(String.raw`^(?:export )?const (\w+)(?:: \w+)? =\s+${sentence}`, 'gm');
  const names = [...text.matchAll(named)].map(([, name]) => name).join('|') || '(?!)';
  const patterns = [
    String.raw`${comparison}${sentence}.*`,
    String.raw`${comparison}(?:${names})\b`,
    String.raw`\b(?:${names}) [!=]==`,
    String.raw`\b${proseFields}\??\.(?:startsWith|endsWith|includes|match|search)\(`,
    String.raw`\b(?:where|and|or|when|not)\s+[\w."()]+\s*(?:=|<>|~\*?|i?like)\s*'%?[A-Z][a-z]+ `,
    String.raw`\.${proseFields} (?:=|<>|~\*?|i?like) (?:\?|'[A-Z])`,
    String.raw`starts_with\(\w*\.?${proseFields}\b`,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gm'))].map(([found]) => found));
}

/** A locale's format, which belongs in `web/lib/format.ts`. */
const ownFormat = /\bIntl\.|\btoLocale(?:Date|Time)?String\b/;

/** Files that use `Intl` for something else, and what for. */
const formatExceptions: Record<string, string> = {
  'web/features/maintenance/window-words.ts': 'local time in a zone as digits, for arithmetic',
  'web/lib/shorten.ts': 'counts characters as people see them',
  'web/lib/time-zones.ts': 'lists and checks time zones',
  'web/ui/named-language.ts': 'checks the name of the language that uPlot will use',
};

/** Files that run statements in another way, each with its reason. */
const otherStatements: Record<string, string> = {
  'api/exports/row-reader.store.ts': 'the ORM names the columns of a row of an entity',
  'api/features/alerts/alert-history.service.ts': 'a query builder, because the search is one of the ORM',
  'api/features/controllers/controller-list.service.ts': 'a query builder maps the rows to properties itself',
  'api/features/watch/backtest/read-history.store.ts': 'on the connection of a thread that has no ORM',
  'api/jobs/liveness.ts': "the queue's tables, on a connection of its own that holds the locks",
  'api/jobs/wakeups.ts': "the queue's tables, on its own pool",
  'api/live/group.ts': 'executes GraphQL',
  'api/security/attempts/attempts.ts': 'counters, on a pool of their own that has no ORM',
};

/** Calls whose rows nothing compares with the database: `execute` without 'run', and those with a type of their own. */
function uncheckedStatementsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!node || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, start, end, callee, arguments: given = [], typeArguments } = node as Call;
    const called = callee?.property?.type === 'Identifier' && callee.property.name;
    const isRun = given.some(({ value }) => value === 'run');
    const isTyped = (called === 'execute' || called === 'query') && !!typeArguments;
    if (type === 'CallExpression' && (isTyped || (called === 'execute' && !isRun)))
      found.push(text.slice(start, end));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
}

interface Call {
  type: string;
  start: number;
  end: number;
  callee?: { property?: { type?: string; name?: string } };
  arguments?: { value?: unknown }[];
  typeArguments?: unknown;
}

const files = globSync(['{api,web,tests}/**/*.{ts,tsx}', 'codegen.ts'], {
  exclude: ['web/gql', 'web/dist', 'web/dist-site'],
});
const textOf = (file: string) => readFileSync(file, 'utf8');
const importsOf = (file: string) => importedBy(file, textOf(file)).map(({ to }) => to);
const imports = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

/** What a file imports: a path from the root of the repository, or the name of a package. */
function importedBy(file: string, text: string): { to: string; isType: boolean }[] {
  const found = text.matchAll(
    /^(?:import|export)\s(type\s)?(?:([^'";]*?)\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map(([, type, names = '', fixed, late]) => {
    const target = fixed ?? late ?? '';
    const isType = Boolean(type) || /^\{(\s*type \w+( as \w+)?,?\s*)+\}$/.test(names);
    if (target.startsWith('#')) return { to: target.slice(1), isType };
    return { to: target.startsWith('.') ? path.join(path.dirname(file), target) : target, isType };
  });
}

const featureOf = (room: string, file: string) => new RegExp(`^${room}/features/([^/]+)/`).exec(file)?.[1];

function edgesOf(room: string): string[] {
  const edges = imports.flatMap(({ from, to }) => {
    const [user, used] = [featureOf(room, from), featureOf(room, to)];
    return user && used && user !== used ? [`${user} → ${used}`] : [];
  });
  return [...new Set(edges)];
}

/** Groups of files that reach each other by imports, found by Tarjan's algorithm. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      const reached = order.has(next) ? (stack.includes(next) ? order.get(next)! : Infinity) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest.get(file)!;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

describe('the house', () => {
  test('is read as a whole', () => {
    expect(imports).toContainEqual({ from: 'tests/house.test.ts', to: 'vitest' });
    expect(imports).toContainEqual({ from: 'api/main.ts', to: 'api/db/orm.ts' });
    expect(imports.length).toBeGreaterThan(files.length);
  });

  test.each(walls)('keeps to: $rule', ({ from, to }) => {
    expect(imports.filter((one) => from.test(one.from) && to.test(one.to))).toEqual([]);
  });

  test.each([
    ["if (said.confirmPassword === 'Passwords do not match') return;"],
    ["const TOO_SHORT = 'Password must be';\nreturn password.startsWith(TOO_SHORT);"],
    ['return reason?.endsWith(broken) ?? false;'],
    ['`select id from delivery told where told.reason = ?`'],
    ["`update delivery d set status = 'waiting' where starts_with(d.reason, ?)`"],
    ["`select id from alert where message like 'Console %'`"],
  ])('would notice a comparison with a sentence: %s', (code) => {
    expect(proseComparedIn(code)).not.toEqual([]);
  });

  test('compares nothing with English sentences', () => {
    const product = files.filter((file) => /^(api|web)\/(?!db\/migrations\/|demo\/)/.test(file));
    const compared = product.flatMap((file) =>
      proseComparedIn(textOf(file)).map((found) => `${file}: ${found}`),
    );
    expect(compared).toEqual([]);
  });

  test.each(["date.toLocaleTimeString('de')", 'new Intl.NumberFormat()', 'count.toLocaleString()'])(
    'would notice a format outside format.ts: %s',
    (code) => expect(code).toMatch(ownFormat),
  );

  test('formats dates and numbers in one module of the web', () => {
    const own = files.filter((file) => file.startsWith('web/') && ownFormat.test(textOf(file)));
    expect(own.sort()).toEqual(['web/lib/format.ts', ...Object.keys(formatExceptions)].sort());
  });

  test.each([
    ["const rows = await em.execute<{ id: string }[]>('select id from alert');"],
    ["const rows: { id: string }[] = await em.execute('select id from alert', []);"],
    ["await em.execute<{ id: string }[]>(sql, values, 'run');"],
    ["const { rows } = await client.query<{ id: string }>('select id from alert');"],
  ])('would notice a statement whose rows are typed by hand: %s', (code) => {
    expect(uncheckedStatementsIn('example.ts', code)).not.toEqual([]);
  });

  test('reads the rows of hand-written statements with queryRows, which checks their columns', () => {
    const read = files.filter((file) => /^api\/(?!db\/|boot\/|demo\/)/.test(file));
    const unchecked = read.filter((file) => uncheckedStatementsIn(file, textOf(file)).length > 0);
    expect(unchecked.toSorted()).toEqual(Object.keys(otherStatements));
  });

  test.each([
    ['api', apiEdges],
    ['web', webEdges],
  ])('has no feature of the %s that depends on one it may not use', (room, allowed) => {
    const written = Object.entries(allowed).flatMap(([user, used]) => used.map((one) => `${user} → ${one}`));
    expect(edgesOf(room).filter((edge) => !written.includes(edge))).toEqual([]);
  });

  test.each([
    ['api', apiEdges],
    ['web', webEdges],
  ])('has no cycle among the features of the %s', (_, edges) => {
    const circles = (feature: string, way: string[]): string[] =>
      way.includes(feature)
        ? [[...way, feature].join(' → ')]
        : (edges[feature] ?? []).flatMap((next) => circles(next, [...way, feature]));
    expect(Object.keys(edges).flatMap((feature) => circles(feature, []))).toEqual([]);
  });

  test('has no import cycles, including types', () => {
    const circles = circlesOf(
      new Map(files.filter((file) => file.startsWith('api/')).map((file) => [file, importsOf(file)])),
    );
    expect(circles).toEqual([]);
  });

  test('has no api module outside its folders except main.ts', () => {
    expect(files.filter((file) => /^api\/[^/]+$/.test(file))).toEqual(['api/main.ts']);
  });

  test('stays within a room where it imports by a relative path', () => {
    const leaving = files.filter((file) => {
      const [room] = file.split('/');
      const relative = [...textOf(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)];
      return relative.some(([, to = '']) => path.join(path.dirname(file), to).split('/')[0] !== room);
    });
    expect(leaving.filter((file) => file.includes('/'))).toEqual([]);
  });

  test('has no barrels', () => {
    const everything = /^export (type )?\* from/m;
    const passedOn = /^export (type )?\{[^}]*\} from/m;
    const own = /^export (async |abstract |declare )?(const|function|class|interface|type \w|enum|default)/m;
    const barrels = files.filter((file) => {
      const text = textOf(file);
      return everything.test(text) || (passedOn.test(text) && !own.test(text)) || /\/index\.tsx?$/.test(file);
    });
    expect(barrels).toEqual([]);
  });

  test.each([
    ["import type { EntityManager } from '@mikro-orm/postgresql';"],
    ["import { type Row, rowsOf } from './alerts.store.ts';"],
    ["import { readFileSync } from 'node:fs';"],
    ['export const age = (at: Date) => Date.now() - at.getTime();'],
    ['export const isPast = (at: Date, now = new Date()) => at < now;'],
    ['const id = randomUUID();'],
  ])('would notice that a file is not pure: %s', (code) => {
    expect(touchedBy('api/features/alerts/example.ts', code)).toHaveLength(1);
  });

  test('has files without a suffix that are pure: no clock, database, timer, network, disk or chance', () => {
    const impure = files
      .filter((file) => file.startsWith('api/') && !mayBeImpure(file))
      .flatMap((file) => touchedBy(file, textOf(file)).map((what) => `${file}: ${what}`));
    expect(impure).toEqual([]);
  });

  test('has no screen that polls by itself as if a person had asked: usePolling marks what it asks', () => {
    const polling = files.filter((file) => file.startsWith('web/') && textOf(file).includes('pollInterval'));
    expect(polling).toEqual([]);
  });

  test('sleeps for no more than 200 ms in an ordinary test', () => {
    const sleep = /\b(?:sleep|delay|setTimeout)\((?:[^(),]+, )?([\d_]+)\b/g;
    const ordinary = files.filter(
      (file) => /^tests\/(api|web|support)\//.test(file) && !/\.deep\./.test(file),
    );
    // On a fake clock no time passes.
    const real = ordinary.filter((file) => !textOf(file).includes('useFakeTimers'));
    const long = real.flatMap((file) =>
      [...textOf(file).matchAll(sleep)].flatMap(([call, ms = '']) =>
        Number(ms.replaceAll('_', '')) > 200 ? [`${file}: ${call}`] : [],
      ),
    );
    expect(long).toEqual([]);
  });
});

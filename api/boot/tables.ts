import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import * as columnHelpers from '../db/columns.ts';
import { kinds, type Kind } from '../db/columns.ts';
import type { Orm } from '../db/orm.ts';

const file = new URL('../db/tables.ts', import.meta.url).pathname;

/** Helper in `api/db/columns.ts` for each column type, or a narrower type if there is a property. */
const words: Record<Kind, (narrow: string | undefined) => string> = {
  uuid: () => 'uuid',
  text: (narrow) => (narrow ? `textOf<${narrow}>()` : 'text'),
  int: () => 'int',
  float: () => 'float',
  bigint: () => 'bigint',
  numeric: () => 'numeric',
  boolean: () => 'bool',
  timestamp: () => 'timestamp',
  date: () => 'date',
  json: (narrow) => `json<${narrow ?? 'unknown'}>()`,
  bytes: () => 'bytes',
  'uuid[]': () => 'uuids',
  'text[]': (narrow) => `textsOf<${narrow ?? 'string[]'}>()`,
  'int[]': () => 'ints',
};

/** All tables of the current database, with the types that entities declare for texts and JSON. */
export async function printedTables(orm: Orm): Promise<string> {
  const columns = await orm.em
    .fork()
    .execute<{ table: string; name: string; type: number; nullable: boolean }[]>(
      `select c.relname as "table", a.attname as name, a.atttypid::int as type, not a.attnotnull as nullable
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace in ('public'::regnamespace, 'metrics'::regnamespace) and c.relkind in ('r', 'p')
        and not c.relispartition and a.attnum > 0 and not a.attisdropped and c.relname <> 'mikro_orm_migrations'
      order by c.relname collate "C", a.attname collate "C"`,
    );
  const entities = entitiesOf(orm);
  const used = new Map<string, string>();
  const printed = Map.groupBy(columns, ({ table }) => table)
    .entries()
    .map(([table, own]) => {
      const entity = entities.get(table);
      const lines = own.map(({ name, type, nullable }) => {
        const kind = kindOf(type, `${table}.${name}`);
        const property = entity?.properties.get(name);
        const word = words[kind](property && `${entity!.name}['${property}']`);
        if (word.includes('[')) used.set(entity!.name, entity!.path);
        return `${name}: ${nullable ? `orNull(${word})` : word},`;
      });
      return `${table}: {${lines.join('\n')}},`;
    });
  const body = `/** The columns of each table, for \`queryRows\`. */\nexport const tables = {${[...printed].join('\n')}};\n`;
  const helpers = Object.keys(columnHelpers).filter((name) => new RegExp(`\\b${name}\\b[,()<]`).test(body));
  const imports = [...Map.groupBy(used, ([, path]) => path)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, names]) => `import type { ${names.map(([name]) => name).join(', ')} } from '#${path}';`);
  const from = `import { ${helpers.toSorted().join(', ')} } from './columns.ts';`;
  const head =
    '// Generated from the migrations and the entities by `npm run tables`. Read it in review; do not edit it.\n\n';
  return format(`${head}${imports.join('\n')}\n${from}\n\n${body}`, {
    ...(await resolveConfig(file)),
    parser: 'typescript',
  });
}

function kindOf(type: number, column: string): Kind {
  const found = (Object.keys(kinds) as Kind[]).find((kind) =>
    (kinds[kind] as readonly number[]).includes(type),
  );
  if (!found) throw new Error(`api/db/columns.ts has no kind for the type ${type} of ${column}.`);
  return found;
}

/** By table: the class, its file, and the properties stored in a column with a narrower type than string. */
function entitiesOf(orm: Orm) {
  const root = new URL('../../', import.meta.url).pathname;
  const classes = globSync('api/**/*.entity.ts', { cwd: root }).flatMap((path) =>
    readFileSync(root + path, 'utf8')
      .split(/^export (?:abstract )?class /m)
      .map((code) => [/^\w+/.exec(code)?.[0] ?? '', { path, code }] as const),
  );
  const written = new Map(classes);
  const described = [...orm.getMetadata().getAll().values()].map((meta) => {
    const { path = '', code = '' } = written.get(meta.className) ?? {};
    const isString = (name: string) =>
      new RegExp(`^  ${name}[?!]?: string(?: \\| null)?(?: =|;)`, 'm').test(code);
    const narrow = meta.props.filter(
      ({ kind, embedded, name }) => kind === 'scalar' && !embedded && !isString(name),
    );
    const properties = new Map(narrow.map(({ fieldNames, name }) => [fieldNames?.[0] ?? '', name]));
    return [meta.tableName, { name: meta.className, path, properties }] as const;
  });
  return new Map(described);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { migrate } = await import('../db/orm.ts');
  const { openOrm } = await import('../wiring/entities.ts');
  const { scratchPostgres } = await import('./scratch-postgres.ts');
  const server = await scratchPostgres();
  const orm = await openOrm(server.url());
  try {
    await migrate(orm);
    writeFileSync(file, await printedTables(orm));
  } finally {
    await orm.close();
    await server.stop();
  }
}

import { ConfigError, type Config } from '#api/config/config.ts';
import { DatabaseRoleError, DatabaseUnreachable } from './database.ts';
import { PostgresInUse } from './postgres.ts';

/** Network error codes, and PostgreSQL's for a wrong user, password or database name. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '28P01',
  '28000',
  '3D000',
]);

/** The text printed for a fatal error: what the operator can do about it, or where it happened. */
export function explain(error: unknown, { databaseUrl, host, port }: Config): unknown {
  const isOurs = [ConfigError, PostgresInUse, DatabaseRoleError].some((kind) => error instanceof kind);
  if (isOurs) return (error as Error).message;
  const { code, syscall, hostname, cause } = error as NodeJS.ErrnoException & { hostname?: string };
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to a free one.`;
    if (code === 'EACCES') return `Port ${port} needs more privileges. Set PORT to one above 1023.`;
    return `The program can't listen on ${host}:${port} (${code}). Set HOST to an address of this machine.`;
  }
  if (syscall === 'getaddrinfo' && hostname === host)
    return `The program can't listen on ${host} (${code}). Set HOST to an address of this machine.`;
  const databaseCode = (cause as NodeJS.ErrnoException | undefined)?.code ?? code;
  if (!databaseUrl || !(error instanceof DatabaseUnreachable || unreachable.has(databaseCode ?? '')))
    return error;
  const reason = databaseCode ?? (error as Error).message;
  return `We couldn't connect to the database (${reason}). Check the address, name, user and password in DATABASE_URL and DATABASE_MIGRATION_URL.`;
}

import { DriverException } from '@mikro-orm/core';
import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from '#api/config/config.ts';

/** Values under these names are redacted, because more people read logs than may know them. */
const secrets = ['password', 'token', 'authToken', 'apiKey', 'authorization', 'cookie', 'clientSecret'];

/** The program's log: JSON lines in production, readable ones in development. `to` is for tests. */
export function createLog(config: Pick<Config, 'production' | 'logLevel'>, to?: DestinationStream): Logger {
  const destination =
    to ??
    (config.production ? pino.destination(1) : PinoPretty({ translateTime: 'HH:MM:ss', singleLine: true }));
  return pino(
    {
      level: config.logLevel,
      base: null,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[cut out]' },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** The loggable part of an error. Its own enumerable fields may contain the whole submitted input. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...(code !== undefined && { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** The database driver puts the statement, including its values, before the actual error. */
function messageOf(error: Error): string {
  if (!(error instanceof DriverException)) return error.message;
  return error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '');
}

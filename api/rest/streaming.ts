import { Readable } from 'node:stream';
import { execute, getNullableType, GraphQLObjectType, GraphQLSchema, isListType, parse } from 'graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#api/graphql/context.ts';
import type { Export } from '#api/exports/export.ts';
import { startExport } from '#api/exports/exports.service.ts';
import type { Operation } from './operation.ts';

interface Sent {
  operation: Operation;
  one: Export<unknown>;
  ctx: Context;
  /** Content type of a download. Undefined for JSON. */
  fileType: string | undefined;
}

/** Streams an export. Errors are thrown before anything is sent. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, one, ctx, fileType }: Sent,
): Promise<FastifyReply> {
  const asFile = () => {
    reply.type(`${fileType ?? 'application/json'}; charset=utf-8`);
    if (fileType) reply.header('content-disposition', 'attachment');
  };
  if (request.method === 'HEAD') {
    asFile();
    // Reading the rows only to discard them would cost as much as sending them.
    return reply.send('');
  }
  // Exports have their own limits, and their first query may take longer than the idle timeout.
  request.raw.socket.setTimeout(0);
  const { pieces, signal } = startExport(ctx, one, 'download');
  const text = inChunks((one.kind === 'list' ? jsonRows(operation, ctx, pieces as Rows) : pieces) as Text);
  const first = await text.next();
  asFile();
  const stream = Readable.from(continued(first, text));
  // `continued` isn't closed if nothing has read from it, and its export would never end.
  stream.once('close', () => void text.return().catch(() => undefined));
  // Abort instead of ending, so that the client notices that rows are missing.
  signal.addEventListener('abort', () => stream.destroy(signal.reason as Error));
  stream.on('error', ({ message }) => request.log.info({ reason: message }, 'An export stopped early'));
  if (signal.aborted || request.raw.socket.destroyed) stream.destroy();
  return reply.send(stream);
}

type Text = AsyncGenerator<string, void, undefined>;
type Rows = AsyncGenerator<object[], void, undefined>;

/** Characters per chunk. Each chunk costs a system call, and a thread to compress it. */
const chunkSize = 48 * 1024;

async function* inChunks(pieces: Text): Text {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

async function* continued(first: IteratorResult<string, void>, rest: Text): Text {
  if (!first.done) yield first.value;
  yield* rest;
}

/** List rows as JSON, resolved in batches with the same result as GraphQL. */
async function* jsonRows({ field, selection }: Operation, contextValue: Context, batches: Rows): Text {
  const list = getNullableType(field.type);
  if (!isListType(list)) throw new Error(`${field.name} doesn't return a list`);
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Rows', fields: { rows: { type: list } } }),
  });
  const document = parse(`{ rows ${selection} }`);
  let before = '[';
  for await (const rows of batches) {
    const { data, errors } = await execute({ schema, document, rootValue: { rows }, contextValue });
    if (errors?.[0]) throw errors[0];
    const texts = (data!['rows'] as object[]).map((row) => JSON.stringify(row));
    yield before + texts.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

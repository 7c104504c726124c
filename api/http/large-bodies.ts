import { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest, type RequestPayload, type RouteShorthandOptions } from 'fastify';
import { checkAllowed } from '#api/graphql/access.ts';
import type { Context } from '#api/graphql/context.ts';
import { bodyLimit } from '#api/graphql/limits.ts';

/** Body size in bytes for administrators. Ten thousand redirects and a sitemap are large. */
const largestBody = 1536 * 1024;

/** Body size in bytes for team managers. A team's configuration is one text of up to 250 KB. */
const largestOfTeam = 320 * 1024;

/** Route options that allow large bodies from administrators and team managers only. */
export function largeFromKnown(contextOf: (request: FastifyRequest) => Promise<Context>): Pick<
  RouteShorthandOptions,
  'bodyLimit'
> & {
  preParsing(request: FastifyRequest, reply: unknown, payload: RequestPayload): Promise<RequestPayload>;
} {
  return {
    bodyLimit: largestBody,
    async preParsing(request, _reply, payload) {
      const told = request.headers['content-length'];
      // The `content-length` of a compressed request isn't its decompressed size.
      if (told === undefined || payload !== request.raw) return cutOff(payload);
      if (Number(told) <= bodyLimit) return payload;
      if (Number(told) > mostFrom(await contextOf(request)))
        throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      return payload;
    },
  };
}

/** A body of unknown length is cut off at the limit that applies to everyone. */
function cutOff(payload: RequestPayload): RequestPayload {
  // Fastify compares the received bytes, still compressed, with `content-length`.
  return Object.defineProperty(Readable.from(upToLimit(payload)), 'receivedEncodedLength', {
    get: () => payload.receivedEncodedLength,
  });
}

async function* upToLimit(payload: RequestPayload): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const part of payload as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    yield part;
  }
}

function mostFrom(ctx: Context): number {
  if (may(ctx, 'admin')) return largestBody;
  return may(ctx, 'manage') ? largestOfTeam : bodyLimit;
}

function may(ctx: Context, what: 'admin' | 'manage'): boolean {
  try {
    return checkAllowed(ctx, what);
  } catch {
    return false;
  }
}

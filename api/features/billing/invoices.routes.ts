import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';
import { invoicePdf, invoicesZip, type Handout } from './invoices.service.ts';

/**
 * Invoices as files: `GET /api/invoices/:id/pdf`, and `GET /api/invoices/download` with all of them in a zip. For whoever
 * may see the list.
 */
export function registerInvoices(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  const serve =
    (type: string, read: (ctx: CustomerContext, request: FastifyRequest) => Promise<Handout>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const ctx = await contextOf(request);
      allow(ctx, 'read');
      const { name, bytes } = await read(ctx as CustomerContext, request).catch((error: unknown) => {
        if (error instanceof TooMany) reply.header('retry-after', Number(error.extensions['retryAfter']));
        throw error;
      });
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    };

  fastify.get(
    '/api/invoices/:id/pdf',
    serve('application/pdf', (ctx, { params }) => invoicePdf(ctx, (params as { id: string }).id)),
  );
  fastify.get('/api/invoices/download', serve('application/zip', invoicesZip));
}

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAllowed } from '#api/graphql/access.ts';
import type { App } from '#api/config/app.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Invalid, ProductError } from '#api/lib/errors.ts';
import {
  favicon,
  maxFileBytes,
  readUpload,
  storeImage,
  tooLarge,
  type UploadKind,
  type UploadedFile,
  type StoredUpload,
} from './uploads.service.ts';

/** Twice the largest size on the page, for high-density screens. */
const logo: UploadKind = { what: 'Logo', purpose: 'logo', format: 'webp', width: 1000, height: 400 };
const icon: UploadKind = { what: 'Favicon', purpose: 'favicon', format: 'ico', width: 48, height: 48 };

/**
 * Upload endpoints with their form fields. Emails can't show WebP, and link previews on other sites only
 * reliably show JPEG.
 */
const kinds: Record<string, { field: string; kind: UploadKind }> = {
  '/api/admin/website/logo': { field: 'logo', kind: { ...logo, sets: 'logoUrl' } },
  '/api/admin/website/favicon': { field: 'favicon', kind: { ...icon, sets: 'faviconUrl' } },
  '/api/admin/branding/logo': { field: 'logo', kind: { ...logo, format: 'png' } },
  '/api/admin/branding/favicon': { field: 'favicon', kind: icon },
  '/api/admin/seo/image': {
    field: 'image',
    kind: { what: 'Social image', purpose: 'social', format: 'jpeg', width: 1200, height: 1200 },
  },
};

/** Bytes of the form around the file. */
const envelope = 64 * 1024;

/**
 * Accepts administrators' uploads and serves them: `/uploads/<id>.<ext>`, which never changes, and
 * `/favicon.ico`.
 */
export function registerUploads(
  fastify: FastifyInstance,
  app: App,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  const take =
    ({ field, kind }: { field: string; kind: UploadKind }) =>
    async (request: FastifyRequest): Promise<StoredUpload> => {
      // Check access before reading the file.
      const ctx = await contextOf(request);
      checkAllowed(ctx, 'admin');
      return storeImage(ctx as ViewerContext, kind, await fileOf(request, field));
    };
  void fastify.register(async (forms) => {
    await forms.register(multipart);
    for (const [path, kind] of Object.entries(kinds)) forms.post(path, take(kind));
  });

  fastify.get('/uploads/:file', async (request, reply) => {
    const { bytes, contentType } = await readUpload(app, request.url.split('?')[0] ?? '');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendImage(reply, contentType, bytes);
  });
  fastify.get('/favicon.ico', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return sendImage(reply, 'image/x-icon', await favicon(app));
  });
}

/**
 * All responses send `nosniff`. The CSP stops an image that is opened directly from doing anything. Emails
 * and link previews on other sites embed it too.
 */
function sendImage(reply: FastifyReply, type: string, bytes: Buffer): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(type)
    .send(bytes);
}

/** Reads the form's only file. @throws Invalid or PAYLOAD_TOO_LARGE */
async function fileOf(request: FastifyRequest, field: string): Promise<UploadedFile> {
  if (!request.isMultipart())
    throw new Invalid({ [field]: `Send a form with the file in the field ${field}` });
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + envelope) throw tooLarge();
  try {
    const part = await request.file({
      preservePath: true,
      limits: { files: 1, fields: 5, parts: 6, fieldSize: 1000, headerPairs: 20, fileSize: maxFileBytes },
    });
    if (part?.fieldname !== field) {
      part?.file.resume();
      throw new Invalid({ [field]: 'Choose a file' });
    }
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw new Invalid({ [field]: 'The file is empty' });
    return { field, name: part.filename, bytes };
  } catch (error) {
    if (error instanceof ProductError) throw error;
    const isTooLarge = error instanceof request.server.multipartErrors.RequestFileTooLargeError;
    throw isTooLarge ? tooLarge() : new Invalid({ [field]: "We couldn't read the form" });
  }
}

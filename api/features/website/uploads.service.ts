import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound, ProductError } from '#api/lib/errors.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { record } from '../audit/audit.service.ts';
import { brandingOf } from '../branding/branding.service.ts';
import { ContentPart } from '../revisions/content-part.store.ts';
import { changeContent } from '../revisions/revisions.service.ts';
import { SiteBranding, Upload } from './site-branding.entity.ts';
import { siteBranding } from './website.service.ts';

/** How to convert an uploaded image. */
export interface ImageSpec {
  /** Name of the image in messages. */
  what: string;
  format: 'webp' | 'png' | 'jpeg' | 'ico';
  /** Maximum size in pixels. Smaller images aren't enlarged. */
  width: number;
  height: number;
}

/** The image in base64, or what is wrong with the file, written for the person who chose it. */
export type ConvertedImage = { width: number; height: number; bytes: string } | { problem: string };

/** Timeout of a conversion in milliseconds. Legitimate images take a tenth of it. */
const patience = 10_000;

const program = fileURLToPath(
  new URL(`convert-image.program${path.extname(import.meta.url)}`, import.meta.url),
);

/** One conversion at a time, because each may need memory for all its pixels. */
let before: Promise<unknown> = Promise.resolve();

/** Re-encodes an untrusted file, so that only its pixels are kept. */
function convertImage(file: Buffer, spec: ImageSpec): Promise<ConvertedImage> {
  const converted = before.then(() => run(file, spec));
  before = converted.catch(() => undefined);
  return converted;
}

async function run(file: Buffer, spec: ImageSpec): Promise<ConvertedImage> {
  // Pass no environment, because it holds secrets.
  const { PATH, SystemRoot } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(spec)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A process that exits before reading everything reports why below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(file);
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  return code === 0
    ? (JSON.parse(said) as ConvertedImage)
    : { problem: `${spec.what} couldn't be processed. Choose a simpler image.` };
}

/** Maximum bytes of an upload. */
export const maxFileBytes = 2 * 1024 * 1024;

/** A kind of upload: how it is converted, and which branding field it sets immediately. */
export interface UploadKind extends ImageSpec {
  purpose: 'logo' | 'favicon' | 'social';
  sets?: 'logoUrl' | 'faviconUrl';
}

export interface UploadedFile {
  field: string;
  name: string;
  bytes: Buffer;
}

export interface StoredUpload {
  message: string;
  url: string;
  width: number;
  height: number;
}

/** Content types by file extension. */
const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', ico: 'image/x-icon' };

/** URL of an uploaded image: `/uploads/<id>.<ext>`. */
const address = /^\/uploads\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\.(\w{2,4})$/;

/**
 * Converts and stores a file, and sets its branding field. @throws Invalid, written for the person who chose
 * it
 */
export async function storeImage(
  ctx: ViewerContext,
  kind: UploadKind,
  sent: UploadedFile,
): Promise<StoredUpload> {
  const { what, format, purpose, sets } = kind;
  const problem = nameProblem(kind, sent.name);
  if (problem) throw new Invalid({ [sent.field]: problem });
  const converted = await convertImage(sent.bytes, { what, format, width: kind.width, height: kind.height });
  if ('problem' in converted) throw new Invalid({ [sent.field]: converted.problem });
  const { width, height } = converted;
  const ext = format === 'jpeg' ? 'jpg' : format;
  const bytes = Buffer.from(converted.bytes, 'base64');
  const keep = async (em: EntityManager): Promise<string> => {
    const upload = em.create(Upload, { purpose, contentType: types[ext], bytes, width, height } as Upload);
    await em.persist(upload).flush();
    return `/uploads/${upload.id}.${ext}`;
  };
  const url = sets
    ? await changeContent(ctx, { part: ContentPart.site_branding }, async (em) => {
        const url = await keep(em);
        em.assign(await loadSingleton(em, SiteBranding), { [sets]: url });
        return url;
      })
    : await ctx.em.transactional(async (em) => {
        const url = await keep(em);
        await record(em, ctx, { action: 'upload.create', subject: what, after: { url } });
        return url;
      });
  return { message: `${what} uploaded`, url, width, height };
}

/** Images are checked by their content alone, icons also by their name. */
function nameProblem({ what, format }: UploadKind, name: string): string | undefined {
  if (/[/\\\p{Cc}]/u.test(name) || name === '..') return "The file name can't contain a path";
  if (format === 'ico' && !/\.ico$/i.test(name)) return `${what} must be an .ico file`;
  return undefined;
}

export function tooLarge(): ProductError {
  return new ProductError('PAYLOAD_TOO_LARGE', 'The file must be 2 MB or less');
}

/** Upload ID in a URL. */
function uploadOf(url: string): string | undefined {
  return address.exec(url)?.[1];
}

/** Whether the image behind a URL exists. */
export async function uploadExists(em: EntityManager, url: string): Promise<boolean> {
  const id = uploadOf(url);
  return id !== undefined && (await em.count(Upload, { id })) > 0;
}

/** Reads an image by its URL, cached like everything visitors see. @throws NotFound */
export async function readUpload({ content, orm }: App, url: string): Promise<Upload> {
  const [, id, ext] = address.exec(url) ?? [];
  if (!id) throw new NotFound('Picture');
  const found = await content.read(`upload ${id}`, async () => {
    const upload = await orm.em.fork().findOne(Upload, { id });
    // Failures aren't cached, so made-up URLs can't fill memory.
    if (!upload) throw new NotFound('Picture');
    return upload;
  });
  if (types[ext as keyof typeof types] !== found.contentType) throw new NotFound('Picture');
  return found;
}

/** The site's icon, or else the platform's, or else the product's mark. */
export async function favicon(app: App): Promise<Buffer> {
  const url = (await siteBranding({ app })).faviconUrl ?? (await brandingOf(app)).faviconUrl;
  if (!url?.endsWith('.ico')) return defaultIcon;
  return readUpload(app, url).then(
    ({ bytes }) => bytes,
    (error: unknown) => {
      if (error instanceof NotFound) return defaultIcon;
      throw error;
    },
  );
}

/** Days to keep an image that nothing uses. */
const kept = 90;

/** Deletes images that nothing uses and no revision could restore. */
export async function removeOldUploads({ orm }: App, _payload: Record<string, never>): Promise<void> {
  await maintain(orm.em.fork(), (tx) =>
    tx.execute(
      `delete from upload u where u.created_at < now() - make_interval(days => ?)
      and not exists (select from revision r where strpos(r.before::text || r.after::text, u.id::text) > 0)
      and not exists (select from site_branding b where strpos(concat(b.logo_url, b.favicon_url), u.id::text) > 0)
      and not exists (select from platform_branding b where strpos(concat(b.logo_url, b.favicon_url), u.id::text) > 0)
      and not exists (select from seo_settings s where strpos(s.og_image, u.id::text) > 0)`,
      [kept],
      'run',
    ),
  );
}

/** The product's mark (`web/public/mark.svg`) at 16, 32 and 48 pixels, for sites without their own icon. */
const defaultIcon = readFileSync(new URL('default-icon.ico', import.meta.url));

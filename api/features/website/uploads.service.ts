import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound, ProductError } from '#api/lib/errors.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { record } from '../audit/audit.service.ts';
import { brandingOf } from '../branding/branding.service.ts';
import { ContentPart } from '../revisions/content-part.store.ts';
import { changeContent } from '../revisions/revisions.service.ts';
import { SiteBranding, Upload } from './site-branding.entity.ts';
import { siteBranding } from './website.service.ts';

/** How a picture is to be drawn anew. */
export interface ImageSpec {
  /** What sentences about it begin with. */
  what: string;
  format: 'webp' | 'png' | 'jpeg' | 'ico';
  /** Pixels that it is made to fit into; it is not made larger. */
  width: number;
  height: number;
}

/** The picture in base64, or what is wrong with the file in a sentence for who chose it. */
export type ConvertedImage = { width: number; height: number; bytes: string } | { problem: string };

/** Milliseconds that drawing may take; an honest picture takes a tenth of it. */
const patience = 10_000;

const program = fileURLToPath(
  new URL(`convert-image.program${path.extname(import.meta.url)}`, import.meta.url),
);

/** One picture after another: each may need the memory of all its pixels. */
let before: Promise<unknown> = Promise.resolve();

/** Draws a file of a stranger anew, so that nothing of it but its picture is kept. */
function convertImage(file: Buffer, wish: ImageSpec): Promise<ConvertedImage> {
  const drawn = before.then(() => run(file, wish));
  before = drawn.catch(() => undefined);
  return drawn;
}

async function run(file: Buffer, wish: ImageSpec): Promise<ConvertedImage> {
  // None of our own environment: it holds secrets.
  const { PATH, SystemRoot } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(wish)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // One that ends before it has read everything has its reasons, which are told below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(file);
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  return code === 0
    ? (JSON.parse(said) as ConvertedImage)
    : { problem: `${wish.what} could not be drawn. Choose a simpler picture.` };
}

/** Bytes of a file that is uploaded. */
export const maxFileBytes = 2 * 1024 * 1024;

/** What is uploaded, how it is drawn, and the field of the site's branding that it stands in at once. */
export interface UploadKind extends ImageSpec {
  purpose: 'logo' | 'favicon' | 'social';
  sets?: 'logoUrl' | 'faviconUrl';
}

/** A file as it came. */
export interface UploadedFile {
  field: string;
  name: string;
  bytes: Buffer;
}

/** What became of it. */
export interface StoredUpload {
  message: string;
  url: string;
  width: number;
  height: number;
}

/** Types by the ends of their addresses. */
const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', ico: 'image/x-icon' };

/** What an uploaded picture is called on its pages: `/uploads/<id>.<ext>`. */
const address = /^\/uploads\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\.(\w{2,4})$/;

/** Draws a file anew, keeps it, and puts it where it belongs. @throws Invalid in words for who chose it */
export async function storeImage(
  ctx: CustomerContext,
  kind: UploadKind,
  sent: UploadedFile,
): Promise<StoredUpload> {
  const { what, format, purpose, sets } = kind;
  const problem = nameProblem(kind, sent.name);
  if (problem) throw new Invalid({ [sent.field]: problem });
  const drawing = await convertImage(sent.bytes, { what, format, width: kind.width, height: kind.height });
  if ('problem' in drawing) throw new Invalid({ [sent.field]: drawing.problem });
  const { width, height } = drawing;
  const ext = format === 'jpeg' ? 'jpg' : format;
  const bytes = Buffer.from(drawing.bytes, 'base64');
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

/** Pictures are judged by their content alone, icons by both. */
function nameProblem({ what, format }: UploadKind, name: string): string | undefined {
  if (/[/\\\p{Cc}]/u.test(name) || name === '..') return 'The name of the file must not lead anywhere else';
  if (format === 'ico' && !/\.ico$/i.test(name)) return `${what} must be an .ico file`;
  return undefined;
}

export function tooLarge(): ProductError {
  return new ProductError('PAYLOAD_TOO_LARGE', 'The file must be 2 MB or less');
}

/** The id of the picture that an address names. */
function uploadOf(url: string): string | undefined {
  return address.exec(url)?.[1];
}

/** Whether the picture of an address is there. */
export async function uploadExists(em: EntityManager, url: string): Promise<boolean> {
  const id = uploadOf(url);
  return id !== undefined && (await em.count(Upload, { id })) > 0;
}

/** A picture by its address; kept in memory like everything that visitors read. @throws NotFound */
export async function readUpload({ content, orm }: App, url: string): Promise<Upload> {
  const [, id, ext] = address.exec(url) ?? [];
  if (!id) throw new NotFound('Picture');
  const found = await content.read(`upload ${id}`, async () => {
    const upload = await orm.em.fork().findOne(Upload, { id });
    // What fails is not kept: addresses that somebody makes up fill no memory.
    if (!upload) throw new NotFound('Picture');
    return upload;
  });
  if (types[ext as keyof typeof types] !== found.contentType) throw new NotFound('Picture');
  return found;
}

/** The icon of the site, else of the platform, else the mark of the product. */
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

/** Days for which a picture is kept that nothing shows. */
const kept = 90;

/** Forgets pictures that stand nowhere, and in no change that could be undone. */
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

/** The mark of the product (`web/public/mark.svg`) at 16, 32 and 48 pixels, for a site without an icon of its own. */
const defaultIcon = readFileSync(new URL('default-icon.ico', import.meta.url));

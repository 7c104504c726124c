import type { EntityManager } from '@mikro-orm/postgresql';
import { Upload } from './upload.entity.ts';

/** What an uploaded picture is called on its pages: `/uploads/<id>.<ext>`. */
const address = /^\/uploads\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\.(\w{2,4})$/;

/** The id of the picture that an address names. */
export function uploadOf(url: string): string | undefined {
  return address.exec(url)?.[1];
}

/** Whether the picture of an address is there. */
export async function isStored(em: EntityManager, url: string): Promise<boolean> {
  const id = uploadOf(url);
  return id !== undefined && (await em.count(Upload, { id })) > 0;
}

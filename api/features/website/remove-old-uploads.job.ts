import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';

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

import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { AdminSetting } from './admin-setting.entity.ts';
import type { Organization } from './organization.ts';
import { hoursIn, isKey, settings } from './settings.ts';

/** Before anybody has said anything. */
export const unsaid: Organization = organizationFrom([]);

/** Who runs this, kept in memory until somebody changes it. */
export function organizationOf({ content, orm }: Pick<App, 'content' | 'orm'>): Promise<Organization> {
  return content.read('organization', () => readOrganization(orm.em.fork()));
}

/** The same as it stands in this transaction. */
export async function readOrganization(em: EntityManager): Promise<Organization> {
  return organizationFrom(await em.find(AdminSetting, {}, { disableIdentityMap: true }));
}

function organizationFrom(rows: readonly AdminSetting[]): Organization {
  const saved = new Map(rows.filter(({ key }) => isKey(key)).map((row) => [row.key, row]));
  const valueOf = (key: keyof typeof settings) => saved.get(key)?.value ?? settings[key].standard;
  const announcement = saved.get('announcement');
  const responseTime = valueOf('response_time');
  return {
    name: valueOf('organisation_name'),
    address: valueOf('organisation_address'),
    responseTime,
    phoneHours: valueOf('phone_hours'),
    responseHours: hoursIn(responseTime) ?? 24,
    announcement: announcement?.value ? { text: announcement.value, since: announcement.changedAt } : null,
  };
}

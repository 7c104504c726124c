import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '#api/config/config.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound, Refused } from '#api/lib/errors.ts';
import type { App } from '#api/config/app.ts';
import { record } from '../audit/audit.service.ts';
import { AdminSetting } from './admin-setting.entity.ts';
import {
  type Announcement,
  type Organization,
  isSettingKey,
  settingKeys,
  nameOf,
  problemOf,
  settings,
  normalizeText,
  type SettingKey,
  parseHours,
} from './organization.ts';
import type { SaveAdminSettingArgs } from './organization.input.ts';

/** Public, so cached for visitors. */
export function organization({ app }: Context): Promise<Organization> {
  return organizationOf(app);
}

/** For everyone who is signed in. */
export async function announcement({ app }: Context): Promise<Announcement | null> {
  return (await organizationOf(app)).announcement;
}

/** All settings with their current values. */
export async function adminSettings({ em, app }: ViewerContext): Promise<AdminSetting[]> {
  const saved = await em.find(AdminSetting, {});
  return settingKeys.map((key) => saved.find((row) => row.key === key) ?? unsaved(key, app.config));
}

/**
 * Saves a setting, which applies immediately on every node. Saving the same value is not recorded. @throws
 * NotFound, Refused if it isn't editable, Invalid
 */
export async function saveAdminSetting(
  ctx: ViewerContext,
  { key, value }: SaveAdminSettingArgs,
): Promise<AdminSetting> {
  if (!isSettingKey(key)) throw new NotFound('Setting');
  if (!unsaved(key, ctx.app.config).isEditable) throw new Refused(`${nameOf(key)} can’t be changed here`);
  if (typeof value !== 'string') throw new Invalid({ value: 'Value is required' });
  const normalized = normalizeText(value);
  const problem = problemOf(key, normalized);
  if (problem) throw new Invalid({ value: problem });
  const saved = await ctx.em.transactional(async (em) => {
    await em.execute(
      'insert into admin_setting (key, value) values (?, ?) on conflict do nothing',
      [key, settings[key].defaultValue],
      'run',
    );
    const row = await em.findOneOrFail(
      AdminSetting,
      { key },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (row.value === normalized) return row;
    const before = { value: row.value };
    em.assign(row, { value: normalized, changedAt: new Date() });
    await em.flush();
    await record(em, ctx, {
      action: 'setting.update',
      subject: nameOf(key),
      before,
      after: { value: normalized },
    });
    return row;
  });
  ctx.app.content.changed();
  return saved;
}

/** A setting without a saved value. */
function unsaved(key: SettingKey, { publicUrl }: Pick<Config, 'publicUrl'>): AdminSetting {
  const value = key === 'public_address' ? publicUrl : settings[key].defaultValue;
  return Object.assign(new AdminSetting(), { key, value });
}

export const defaultOrganization: Organization = organizationFrom([]);

/** The organization, cached until someone changes it. */
export function organizationOf({ content, orm }: Pick<App, 'content' | 'orm'>): Promise<Organization> {
  return content.read('organization', () => readOrganization(orm.em.fork()));
}

/** Reads it within the caller's transaction. */
export async function readOrganization(em: EntityManager): Promise<Organization> {
  return organizationFrom(await em.find(AdminSetting, {}, { disableIdentityMap: true }));
}

function organizationFrom(rows: readonly AdminSetting[]): Organization {
  const saved = new Map(rows.filter(({ key }) => isSettingKey(key)).map((row) => [row.key, row]));
  const valueOf = (key: keyof typeof settings) => saved.get(key)?.value ?? settings[key].defaultValue;
  const announcement = saved.get('announcement');
  const responseTime = valueOf('response_time');
  return {
    name: valueOf('organisation_name'),
    address: valueOf('organisation_address'),
    responseTime,
    phoneHours: valueOf('phone_hours'),
    responseHours: parseHours(responseTime) ?? 24,
    announcement: announcement?.value ? { text: announcement.value, since: announcement.changedAt } : null,
  };
}

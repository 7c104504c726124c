import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import type { App } from '#api/app.ts';
import { AdminSetting } from './admin-setting.entity.ts';
import { hoursIn, isKey, settings } from './settings.ts';

@ObjectType({ description: 'Something that everybody who is signed in should know.' })
export class Announcement {
  @Field({ description: 'Plain text of up to 500 characters; it may have several lines.' })
  text!: string;

  @Field(() => GraphQLISODateTime, {
    description: 'When it was saved: a screen that was told to put it aside shows the next one again.',
  })
  since!: Date;
}

@ObjectType({ description: 'Who runs this installation, as visitors are told.' })
export class Organization {
  @Field({ description: 'The legal name; empty where none is set.' })
  name!: string;

  @Field({ description: 'The postal address, of several lines; empty where none is set.' })
  address!: string;

  @Field({ description: 'Within which messages are answered: `24 hours`.' })
  responseTime!: string;

  @Field({ description: 'When the telephone is answered: `9 AM-5 PM GMT`; empty where that is not said.' })
  phoneHours!: string;

  /** The response time in hours. */
  responseHours!: number;

  /** Null while there is none. */
  announcement!: Announcement | null;
}

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

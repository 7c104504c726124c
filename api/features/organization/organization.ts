import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import { isOnOneLine, isSeen } from '#api/graphql/schema/texts.ts';
import { capitalize } from '#api/lib/plain-text.ts';

@ObjectType({ description: 'An announcement to all signed-in users.' })
export class Announcement {
  @Field({ description: 'Plain text, up to 500 characters. Can have several lines.' })
  text!: string;

  @Field(() => GraphQLISODateTime, {
    description: 'When it was saved. A dismissed announcement stays hidden until a newer one is saved.',
  })
  since!: Date;
}

@ObjectType({ description: 'Public details of the organization that runs this installation.' })
export class Organization {
  @Field({ description: 'Legal name. Empty if not set.' })
  name!: string;

  @Field({ description: 'Postal address, on several lines. Empty if not set.' })
  address!: string;

  @Field({ description: 'Within which messages are answered: `24 hours`.' })
  responseTime!: string;

  @Field({ description: 'Phone hours, such as `9 AM-5 PM GMT`. Empty if not set.' })
  phoneHours!: string;

  /** The promised response time in hours. */
  responseHours!: number;

  /** `null` if there is none. */
  announcement!: Announcement | null;
}

/** A setting of the organization. */
export interface Setting {
  /** Its description for administrators. */
  description: string;
  /** Whether it's entered on one line or several. */
  type: 'text' | 'textarea';
  /** The default value. */
  defaultValue: string;
  /** Maximum length in characters. */
  longest: number;
  /** Whether a value is required. */
  isRequired?: boolean;
  /** Whether it's read from the environment and can't be edited. */
  isFixed?: boolean;
  /** An error message for an invalid value. The length is checked before. */
  problem?(value: string): string | undefined;
}

/** Every setting, in display order. A new one is an entry here, and its reader (`organizationOf`). Its name comes from its key: `phone_hours` is "Phone hours". */
export const settings = {
  organisation_name: {
    description:
      'Your legal name, shown in email footers, the terms and the privacy policy. Leave blank to use the company names from the branding and the footer.',
    type: 'text',
    defaultValue: '',
    longest: 120,
  },
  organisation_address: {
    description: 'Your postal address, shown in email footers, the terms and the privacy policy.',
    type: 'textarea',
    defaultValue: '',
    longest: 500,
  },
  response_time: {
    description:
      'How quickly you reply to visitors. Shown on the contact page and in their confirmation email. The inbox counts later replies.',
    type: 'text',
    defaultValue: '24 hours',
    longest: 20,
    isRequired: true,
    problem: (value) =>
      parseHours(value) === undefined
        ? 'Response time must be hours or days, such as "24 hours" or "2 days"'
        : undefined,
  },
  phone_hours: {
    description: 'Your phone hours, shown beside the phone number on the contact page.',
    type: 'text',
    defaultValue: '9 AM-5 PM GMT',
    longest: 60,
  },
  announcement: {
    description:
      'Shown above every screen to all signed-in users until they dismiss it. Leave blank to show nothing.',
    type: 'textarea',
    defaultValue: '',
    longest: 500,
  },
  public_address: {
    description: 'The address of this installation. Set by PUBLIC_URL at startup.',
    type: 'text',
    defaultValue: '',
    longest: 500,
    isFixed: true,
  },
} satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

export const settingKeys = Object.keys(settings) as SettingKey[];

/** Whether the setting exists. Inherited object properties don't count. */
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);

/** The name of `phone_hours` is "Phone hours". */
export function nameOf(key: SettingKey): string {
  return capitalize(key.replaceAll('_', ' '));
}

/** Normalizes a value: trimmed, with uniform line endings and Unicode form. */
export const normalizeText = (value: string): string => value.replace(/\r\n?/g, '\n').normalize('NFC').trim();

/** An error message for an invalid normalized value. */
export function problemOf(key: SettingKey, value: string): string | undefined {
  const { type, longest, isRequired, problem }: Setting = settings[key];
  const name = nameOf(key);
  if (value === '') return isRequired ? `${name} is required` : undefined;
  if (!isSeen(value)) return `${name} must contain visible text`;
  if (type === 'text' && !isOnOneLine(value)) return `${name} must be on one line`;
  if ([...value].length > longest) return `${name} must be ${longest} characters or less`;
  return problem?.(value);
}

/** Parses "24 hours" or "2 days" to hours, up to 30 days. Undefined for anything else. */
export function parseHours(words: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,2}) (hour|day)s?$/i.exec(words) ?? [];
  if (!count) return undefined;
  const hours = Number(count) * (unit?.toLowerCase() === 'day' ? 24 : 1);
  return hours <= 720 ? hours : undefined;
}

import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import { isOnOneLine, isSeen } from '#api/graphql/schema/texts.ts';

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

  /** The response time in hours. */
  responseHours!: number;

  /** Null while there is none. */
  announcement!: Announcement | null;
}

/** A setting of the organisation. */
export interface Setting {
  /** What it does, for whoever sets it. */
  description: string;
  /** How it is entered: on one line or on several. */
  type: 'text' | 'textarea';
  /** What holds until somebody saves another value. */
  standard: string;
  /** Characters at most. */
  longest: number;
  /** It may not be empty. */
  isRequired?: boolean;
  /** It is read from the environment, and shown only. */
  isFixed?: boolean;
  /** What is wrong with a value of the right length, as a sentence. */
  problem?(value: string): string | undefined;
}

/**
 * Every setting, in the order of the screen. A new one is an entry here, and whatever reads it (`organizationOf`). Its name
 * is its key in words: `phone_hours` is "Phone hours".
 */
export const settings = {
  organisation_name: {
    description:
      'The legal name of whoever runs this: below every mail, and in the terms and the privacy policy. Empty: the company names of the branding and of the footer.',
    type: 'text',
    standard: '',
    longest: 120,
  },
  organisation_address: {
    description: 'The postal address: below every mail, and in the terms and the privacy policy.',
    type: 'textarea',
    standard: '',
    longest: 500,
  },
  response_time: {
    description:
      'Within which visitors get an answer: on the contact page and in the copy that they are mailed. The inbox counts what waits longer.',
    type: 'text',
    standard: '24 hours',
    longest: 20,
    isRequired: true,
    problem: (value) =>
      hoursIn(value) === undefined
        ? 'Response time must be hours or days, such as "24 hours" or "2 days"'
        : undefined,
  },
  phone_hours: {
    description: 'When somebody answers the telephone: beside its number on the contact page.',
    type: 'text',
    standard: '9 AM-5 PM GMT',
    longest: 60,
  },
  announcement: {
    description:
      'Shown above every screen to everybody who is signed in, until they put it aside. Empty: nothing is shown.',
    type: 'textarea',
    standard: '',
    longest: 500,
  },
  public_address: {
    description: 'Where this installation is reached. Set by PUBLIC_URL when the program starts.',
    type: 'text',
    standard: '',
    longest: 500,
    isFixed: true,
  },
} satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

export const keys = Object.keys(settings) as SettingKey[];

/** Whether there is such a setting; nothing that every object has by itself is one. */
export const isKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);

/** `phone_hours` in words: "Phone hours". */
export function nameOf(key: SettingKey): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As a value is kept: no blanks around it, one kind of line end, and one kind of each character. */
export const tidied = (value: string): string => value.replace(/\r\n?/g, '\n').normalize('NFC').trim();

/** What is wrong with a tidied value, as a sentence. */
export function problemOf(key: SettingKey, value: string): string | undefined {
  const { type, longest, isRequired, problem }: Setting = settings[key];
  const name = nameOf(key);
  if (value === '') return isRequired ? `${name} is required` : undefined;
  if (!isSeen(value)) return `${name} must have something in it that can be seen`;
  if (type === 'text' && !isOnOneLine(value)) return `${name} must be on one line`;
  if ([...value].length > longest) return `${name} must be ${longest} characters or less`;
  return problem?.(value);
}

/** The hours of "24 hours" or "2 days", at most 30 days; undefined for anything else. */
export function hoursIn(words: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,2}) (hour|day)s?$/i.exec(words) ?? [];
  if (!count) return undefined;
  const hours = Number(count) * (unit?.toLowerCase() === 'day' ? 24 : 1);
  return hours <= 720 ? hours : undefined;
}

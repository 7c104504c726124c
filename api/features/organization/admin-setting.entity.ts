import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { settings, type Setting, type SettingKey } from './organization.ts';

export enum AdminSettingType {
  text = 'text',
  textarea = 'textarea',
}
registerEnumType(AdminSettingType, {
  name: 'AdminSettingType',
  description: 'How a setting is entered.',
  valuesConfig: {
    text: { description: 'On one line.' },
    textarea: { description: 'On several lines.' },
  },
});

export enum AdminSettingCategory {
  organization = 'organization',
}
registerEnumType(AdminSettingCategory, {
  name: 'AdminSettingCategory',
  description: 'What a setting is about.',
  valuesConfig: { organization: { description: 'Whoever runs this installation.' } },
});

/** A value that administrators have saved; what it is for stands in `organization.ts`. */
@ObjectType({ description: 'A setting of whoever runs this installation.' })
@Entity()
export class AdminSetting {
  [OptionalProps]?: 'id' | 'description' | 'type' | 'category' | 'isEditable';

  @Field(() => ID, { description: 'The same as its key.' })
  get id(): string {
    return this.key;
  }

  @Field(() => String, { description: 'By which it is saved: `organisation_name`.' })
  @PrimaryKey({ type: 'text' })
  key!: SettingKey;

  @Field({ description: 'What holds now: the saved value, or what is usual until one is saved.' })
  @Property({ type: 'text' })
  value!: string;

  @Field(() => String, { description: 'What it does, for whoever sets it.' })
  get description(): string {
    return settings[this.key].description;
  }

  @Field(() => AdminSettingType, { description: 'Whether it has one line or several.' })
  get type(): AdminSettingType {
    return AdminSettingType[settings[this.key].type];
  }

  @Field(() => AdminSettingCategory, { description: 'The group that it belongs to.' })
  get category(): AdminSettingCategory {
    return AdminSettingCategory.organization;
  }

  @Field(() => Boolean, { description: 'False: it comes from the environment, and saving it is refused.' })
  get isEditable(): boolean {
    return !(settings[this.key] as Setting).isFixed;
  }

  /** When it was saved last. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  changedAt: Date = new Date();
}

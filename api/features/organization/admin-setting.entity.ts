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
  valuesConfig: {
    organization: { description: 'Settings of the organization that runs this installation.' },
  },
});

/** A saved value. `organization.ts` describes the settings. */
@ObjectType({ description: 'A setting of this installation.' })
@Entity()
export class AdminSetting {
  [OptionalProps]?: 'id' | 'description' | 'type' | 'category' | 'isEditable';

  @Field(() => ID, { description: 'The same as its key.' })
  get id(): string {
    return this.key;
  }

  @Field(() => String, { description: 'Key that identifies it when saving, e.g. `organisation_name`.' })
  @PrimaryKey({ type: 'text' })
  key!: SettingKey;

  @Field({ description: 'Saved value, or the default if none is saved.' })
  @Property({ type: 'text' })
  value!: string;

  @Field(() => String, { description: 'Description for administrators.' })
  get description(): string {
    return settings[this.key].description;
  }

  @Field(() => AdminSettingType, { description: 'Whether it has one line or several.' })
  get type(): AdminSettingType {
    return AdminSettingType[settings[this.key].type];
  }

  @Field(() => AdminSettingCategory, { description: 'Group that the setting belongs to.' })
  get category(): AdminSettingCategory {
    return AdminSettingCategory.organization;
  }

  @Field(() => Boolean, {
    description: 'Whether it can be changed. `false` for settings from the environment.',
  })
  get isEditable(): boolean {
    return !(settings[this.key] as Setting).isFixed;
  }

  /** Last saved. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  changedAt: Date = new Date();
}

import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum SocialPlatform {
  twitter = 'twitter',
  facebook = 'facebook',
  linkedin = 'linkedin',
  instagram = 'instagram',
  github = 'github',
  youtube = 'youtube',
}

registerEnumType(SocialPlatform, {
  name: 'SocialPlatform',
  description: 'Where a social link leads.',
  valuesConfig: {
    twitter: { description: 'x.com, which was twitter.com' },
    facebook: { description: 'facebook.com' },
    linkedin: { description: 'linkedin.com' },
    instagram: { description: 'instagram.com' },
    github: { description: 'github.com' },
    youtube: { description: 'youtube.com' },
  },
});

@ObjectType({ description: 'A place elsewhere that the footer leads to.' })
@Entity()
export class SocialLink {
  @Field(() => ID, { description: 'A UUID; a revert brings it back.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field(() => SocialPlatform, { description: 'Which mark is shown.' })
  @Property({ type: 'text' })
  platform!: SocialPlatform;

  @Field({ description: 'An address that begins with https:// or http://.' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => Int, { description: 'Lower comes first.' })
  @Property({ type: 'integer', default: 0 })
  order!: number;

  @Field(() => Boolean, { description: 'Off: it is kept, and visitors do not see it.' })
  @Property({ type: 'boolean', default: true })
  isVisible!: boolean;
}

import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A link in the header of the public site.' })
@Entity()
export class MenuItem {
  @Field(() => ID, { description: 'A UUID; a revert brings it back.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'The words of the link.' })
  @Property({ type: 'text' })
  title!: string;

  @Field({ description: 'A path of this site, or an address that begins with https://, http:// or mailto:.' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => Int, { description: 'Lower comes first.' })
  @Property({ type: 'integer', default: 0 })
  order!: number;

  @Field(() => Boolean, { description: 'Opens in a new tab.' })
  @Property({ type: 'boolean', default: false })
  isExternal!: boolean;

  @Field(() => Boolean, { description: 'Off: it is kept, and visitors do not see it.' })
  @Property({ type: 'boolean', default: true })
  isVisible!: boolean;
}

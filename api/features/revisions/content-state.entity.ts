import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { ContentPart } from './content-part.ts';

/** How often a part was changed, and by whom last: what two people who edit at once are told apart by. */
@ObjectType({ description: 'Which version of a part is the present one, and who made it.' })
@Entity()
export class ContentState {
  @Field(() => ContentPart, { description: 'What the version is of.' })
  @PrimaryKey({ type: 'text' })
  part!: ContentPart;

  @Field(() => Int, { description: 'Counted up with each change; 0 before the first.' })
  @Property({ type: 'integer', default: 0 })
  version!: number;

  @Field(() => String, { nullable: true, description: 'Who changed it last; null before the first change.' })
  @Property({ type: 'text', nullable: true })
  changedBy?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was last changed; null before the first change.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  changedAt?: Date | null;
}

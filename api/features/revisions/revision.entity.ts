import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { shownDifferences } from './differences.ts';
import { ContentPart, type Snapshot } from './content-part.ts';

@ObjectType({ description: 'One field as it was before a change and as it was after it.' })
export class RevisionChange {
  @Field({ description: 'The name of the field; of a list `items`.' })
  field!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'What it was; null where there was nothing, as with the first version.',
  })
  before!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What it became; null where nothing is left.' })
  after!: unknown;
}

/** One change of a part. Names are copied: the history outlives the people in it. */
@ObjectType({ description: 'One change of a part of the content: who, when, and the difference.' })
@Index({ properties: ['part', 'version'] })
@Entity()
export class Revision {
  @Field(() => ID, { description: 'What `revertRevision` takes.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field(() => ContentPart, { description: 'What was changed.' })
  @Property({ type: 'text' })
  part!: ContentPart;

  @Field(() => Int, { description: 'The version of the part that this change made.' })
  @Property({ type: 'integer' })
  version!: number;

  @Field({ description: 'The name of who changed it, as it was then.' })
  @Property({ type: 'text' })
  by!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was saved.' })
  @Property({ type: 'timestamptz' })
  at!: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'The version that was undone by this change; null for any other change.',
  })
  @Property({ type: 'integer', nullable: true })
  revertOf?: number | null;

  @Property({ type: 'json' })
  before!: Snapshot;

  @Property({ type: 'json' })
  after!: Snapshot;

  @Field(() => [RevisionChange], {
    description: 'The fields that differ; of texts of more than 20,000 characters the lines that do.',
  })
  get changes(): RevisionChange[] {
    return shownDifferences(this.before, this.after);
  }
}

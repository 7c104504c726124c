import { Entity, PrimaryKey, Property, Index } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, Int, ObjectType, ID } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { ContentPart, type Snapshot } from './content-part.store.ts';
import { readableDifferences } from './differences.ts';

/** Version of a part and its last editor, for detecting concurrent edits. */
@ObjectType({ description: 'Current version of a part of the content, and who made it.' })
@Entity()
export class ContentState {
  @Field(() => ContentPart, { description: 'Part that the version belongs to.' })
  @PrimaryKey({ type: 'text' })
  part!: ContentPart;

  @Field(() => Int, { description: 'Version number, incremented by each change. 0 before the first.' })
  @Property({ type: 'integer', default: 0 })
  version!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who last changed it. `null` before the first change.',
  })
  @Property({ type: 'text', nullable: true })
  changedBy?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was last changed. `null` before the first change.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  changedAt?: Date | null;
}

@ObjectType({ description: 'One field as it was before a change and as it was after it.' })
export class RevisionChange {
  @Field({ description: 'Field name. `items` for a list.' })
  field!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Previous value. `null` if there was none, as in the first version.',
  })
  before!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'New value. `null` if it was removed.' })
  after!: unknown;
}

/** A change to a part. Names are copied, because the history outlives accounts. */
@ObjectType({ description: 'A change to a part of the content: author, time and difference.' })
@Index({ properties: ['part', 'version'] })
@Entity()
export class Revision {
  @Field(() => ID, { description: 'ID, for `revertRevision`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field(() => ContentPart, { description: 'What was changed.' })
  @Property({ type: 'text' })
  part!: ContentPart;

  @Field(() => Int, { description: 'Version that this change created.' })
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
    description: "Version that this change reverted. `null` if it isn't a revert.",
  })
  @Property({ type: 'integer', nullable: true })
  revertOf?: number | null;

  @Property({ type: 'json' })
  before!: Snapshot;

  @Property({ type: 'json' })
  after!: Snapshot;

  @Field(() => [RevisionChange], {
    description: 'Changed fields. For texts over 20,000 characters, the changed lines.',
  })
  get changes(): RevisionChange[] {
    return readableDifferences(this.before, this.after);
  }
}

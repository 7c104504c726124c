import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { MaxLength, MinLength } from 'class-validator';
import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An answer that is given often.' })
@Entity()
export class SavedReply {
  @Field(() => ID, { description: 'What `deleteSavedReply` takes.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'What it is found by.' })
  @Property({ type: 'text', unique: true })
  @MinLength(1, { message: 'Title is required' })
  @MaxLength(100, { message: 'Title must be 100 characters or less' })
  title!: string;

  @Field({ description: 'What is put into the answer, to be changed before it is sent.' })
  @Property({ type: 'text' })
  @MinLength(1, { message: 'Text is required' })
  @MaxLength(10_000, { message: 'Text must be 10,000 characters or less' })
  text!: string;
}

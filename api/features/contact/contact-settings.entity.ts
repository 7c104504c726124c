import { Entity, Property, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { MaxLength, MinLength } from 'class-validator';
import { Field, ObjectType, ID } from 'type-graphql';
import { IsAddress, IsNotBlank, IsOneLine } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';

/** Placeholder on the public pages until the operator sets an address. No one reads it. */
export const fallbackAddress = 'support@netlantern.example';

@ObjectType({ description: 'Contact details of the operator, and where new messages are announced.' })
@Entity()
export class ContactSettings extends Singleton {
  @Field({ description: 'Shown to visitors. New messages are announced to this address.' })
  @Property({ type: 'text', default: fallbackAddress })
  @IsNotBlank({ message: 'Support email is required' })
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  supportEmail!: string;

  @Field({ description: 'A number to call, as visitors see it. Empty: none is shown.' })
  @Property({ type: 'text', default: '' })
  @IsOneLine({ message: 'Phone must be on one line' })
  @MaxLength(50, { message: 'Phone must be 50 characters or less' })
  supportPhone!: string;

  @Field({ description: 'Postal address shown to visitors. Empty if none is shown.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Business address must be 500 characters or less' })
  businessAddress!: string;
}

@ObjectType({ description: 'A saved reply.' })
@Entity()
export class SavedReply {
  @Field(() => ID, { description: 'ID, for `deleteSavedReply`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'What it is found by.' })
  @Property({ type: 'text', unique: true })
  @MinLength(1, { message: 'Title is required' })
  @MaxLength(100, { message: 'Title must be 100 characters or less' })
  title!: string;

  @Field({ description: 'Text to insert into a reply.' })
  @Property({ type: 'text' })
  @MinLength(1, { message: 'Text is required' })
  @MaxLength(10_000, { message: 'Text must be 10,000 characters or less' })
  text!: string;
}

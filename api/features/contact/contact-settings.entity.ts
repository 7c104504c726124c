import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IsEmail, MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { Singleton } from '#api/singleton.ts';

@ObjectType({ description: 'How the operator can be reached, and where messages of visitors are announced.' })
@Entity()
export class ContactSettings extends Singleton {
  @Field({ description: 'Shown to visitors, and told of each message.' })
  @Property({ type: 'text', default: 'support@netlantern.example' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  supportEmail!: string;

  @Field({ description: 'Empty: none is shown.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(50, { message: 'Phone must be 50 characters or less' })
  supportPhone!: string;

  @Field({ description: 'Empty: none is shown.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Business address must be 500 characters or less' })
  businessAddress!: string;
}

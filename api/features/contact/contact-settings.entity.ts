import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { IsAddress, IsNotBlank, IsOneLine } from '#api/graphql/schema/rules.ts';
import { Singleton } from '#api/db/singleton.ts';

/** Stands on the public pages until the operator names one of their own. Nobody reads it. */
export const fallbackAddress = 'support@netlantern.example';

@ObjectType({ description: 'How the operator can be reached, and where messages of visitors are announced.' })
@Entity()
export class ContactSettings extends Singleton {
  @Field({ description: 'Shown to visitors, and told of each message.' })
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

  @Field({ description: 'Where letters go, as visitors see it. Empty: none is shown.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Business address must be 500 characters or less' })
  businessAddress!: string;
}

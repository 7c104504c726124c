import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Something that everybody who is signed in should know.' })
export class Announcement {
  @Field({ description: 'Plain text of up to 500 characters; it may have several lines.' })
  text!: string;

  @Field(() => GraphQLISODateTime, {
    description: 'When it was saved: a screen that was told to put it aside shows the next one again.',
  })
  since!: Date;
}

@ObjectType({ description: 'Who runs this installation, as visitors are told.' })
export class Organization {
  @Field({ description: 'The legal name; empty where none is set.' })
  name!: string;

  @Field({ description: 'The postal address, of several lines; empty where none is set.' })
  address!: string;

  @Field({ description: 'Within which messages are answered: `24 hours`.' })
  responseTime!: string;

  @Field({ description: 'When the telephone is answered: `9 AM-5 PM GMT`; empty where that is not said.' })
  phoneHours!: string;

  /** The response time in hours. */
  responseHours!: number;

  /** Null while there is none. */
  announcement!: Announcement | null;
}

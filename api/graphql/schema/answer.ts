import { Field, ObjectType } from 'type-graphql';

/** What is said when there is nothing else to give back. */
@ObjectType({ description: 'That it was done, in a sentence for the person who asked.' })
export class Answer {
  @Field({ description: 'Such as "Password changed."' })
  message!: string;
}

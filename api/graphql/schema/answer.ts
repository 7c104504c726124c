import { Field, ObjectType } from 'type-graphql';

/** What is said when there is nothing else to give back. */
@ObjectType({ description: 'Confirmation message for the person.' })
export class Answer {
  @Field({ description: 'Such as "Password changed."' })
  message!: string;
}

import { Field, ObjectType } from 'type-graphql';

/** The result of mutations that have nothing else to return. */
@ObjectType({ description: 'Confirmation message for the person.' })
export class Answer {
  @Field({ description: 'Such as "Password changed."' })
  message!: string;
}

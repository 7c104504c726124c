import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whether what a package costs at Stripe is what its price list says.' })
export class PackagePriceCheck {
  @Field({ description: 'False without keys, and for a package that has no price at Stripe.' })
  checked!: boolean;

  @Field(() => [String], { description: 'What does not fit, a sentence each; none when all does.' })
  problems!: string[];
}

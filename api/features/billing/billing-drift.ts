import { Field, ObjectType } from 'type-graphql';

/** Something that was another here than at Stripe. */
@ObjectType({ description: 'Something that was another here than at Stripe.' })
export class BillingDrift {
  @Field({ description: 'Whose subscription it is.' })
  teamName!: string;

  @Field({ description: 'What it was, in words.' })
  what!: string;

  @Field(() => String, { nullable: true, description: 'As it stood here; null where it was not.' })
  stored!: string | null;

  @Field(() => String, { nullable: true, description: 'As it stands at Stripe; null where it is not there.' })
  atStripe!: string | null;

  @Field({ description: 'Whether it is the same now. Otherwise somebody has to look.' })
  mended!: boolean;
}

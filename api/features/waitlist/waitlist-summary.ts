import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How many wait for one package.' })
export class PackageWaiting {
  @Field(() => ID, { nullable: true, description: 'The package; null once it is gone.' })
  packageId!: string | null;

  @Field({ description: 'What it is called, or was called when it is gone.' })
  packageName!: string;

  @Field(() => Int, { description: 'People, those who take no mail too.' })
  count!: number;
}

@ObjectType({ description: 'The waitlist in figures.' })
export class WaitlistSummary {
  @Field(() => Int, { description: 'People on the list, those who take no mail too.' })
  count!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The package that most wait for; null while nobody does.',
  })
  mostPopular!: string | null;

  @Field(() => Int, { description: 'Who joined in the last 7 days.' })
  lastSevenDays!: number;

  @Field(() => Int, { description: 'Who asked for no more mail.' })
  unsubscribed!: number;

  @Field(() => [PackageWaiting], { description: 'How many wait for each package, most first.' })
  perPackage!: PackageWaiting[];
}

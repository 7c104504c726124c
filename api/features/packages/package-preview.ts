import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A team that uses more than a package would allow.' })
export class AffectedTeam {
  @Field()
  teamName!: string;

  @Field()
  ownerEmail!: string;

  @Field(() => [String], { description: 'What it has too much of: `8 controllers, 5 allowed`.' })
  over!: string[];
}

@ObjectType({ description: 'Whom saving a package would take something from, before it is done.' })
export class PackagePreview {
  @Field(() => Int, { description: 'How many teams; not all of many are listed.' })
  count!: number;

  @Field(() => [AffectedTeam])
  affected!: AffectedTeam[];
}

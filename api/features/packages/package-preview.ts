import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A team that uses more than a package would allow.' })
export class AffectedTeam {
  @Field({ description: 'As its owner calls it.' })
  teamName!: string;

  @Field({ description: 'Whom to write to about it.' })
  ownerEmail!: string;

  @Field(() => [String], { description: 'What it has too much of: `8 controllers, 5 allowed`.' })
  over!: string[];
}

@ObjectType({ description: 'Whom saving a package would take something from, before it is done.' })
export class PackagePreview {
  @Field(() => Int, { description: 'How many teams; not all of many are listed.' })
  count!: number;

  @Field(() => [AffectedTeam], { description: 'The teams by name; of many, not all.' })
  affected!: AffectedTeam[];
}

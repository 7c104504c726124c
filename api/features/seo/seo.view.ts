import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A file of the site, as it is served now.' })
export class SiteFile {
  @Field({ description: 'The whole of it, byte for byte.' })
  content!: string;
}

@ObjectType({ description: 'Something wrong with what was typed into a field.' })
export class SeoProblem {
  @Field({ description: 'The name of the field.' })
  field!: string;

  @Field(() => Int, { description: 'Where in the text; the first line is 1.' })
  line!: number;

  @Field({ description: 'What is wrong, and what to do, in a sentence.' })
  problem!: string;
}

@ObjectType({ description: 'What saving would do. Nothing is changed.' })
export class AdvancedSeoCheck {
  @Field(() => [SeoProblem], { description: 'What saving would be refused for, at most 50.' })
  problems!: SeoProblem[];

  @Field(() => Int, { description: 'Redirects that are understood.' })
  redirects!: number;

  @Field({ description: 'Search engines would be kept away from the whole site.' })
  hidesSite!: boolean;

  @Field({ description: 'The robots.txt that would be served.' })
  robotsTxt!: string;

  @Field({ description: 'The JSON-LD that would stand in public pages; empty: none.' })
  structuredData!: string;
}

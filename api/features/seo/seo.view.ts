import { Field, GraphQLISODateTime, Int, ObjectType, registerEnumType } from 'type-graphql';

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

/** Whether scripts of administrators run on public pages. */
export enum ScriptState {
  own_origin = 'own_origin',
  accepted = 'accepted',
  blocked = 'blocked',
}

registerEnumType(ScriptState, {
  name: 'ScriptState',
  description: 'Whether scripts that administrators enter run on public pages.',
  valuesConfig: {
    own_origin: {
      description: 'They run. The public site has its own origin (`SITE_URL`), so they cannot reach the app.',
    },
    accepted: {
      description:
        "They run on the app's own origin, because a super administrator accepted the risk that they can read sign-in tokens.",
    },
    blocked: {
      description:
        "They don't run: the public site shares the app's origin, and no one has accepted the risk.",
    },
  },
});

@ObjectType({ description: 'Where scripts that administrators enter run.' })
export class SiteScripts {
  @Field(() => ScriptState, { description: 'Whether they run, and why.' })
  state!: ScriptState;

  @Field({ description: 'Origin of the public site, such as `https://www.example.com`.' })
  origin!: string;

  @Field({ description: 'The exact sentence to pass to `acceptScriptRisk`.' })
  statement!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the super administrator who accepted the risk. `null` if no one has.',
  })
  acceptedBy!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the risk was accepted. `null` if no one has accepted it.',
  })
  acceptedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The sentence that was accepted. `null` if no one has accepted the risk.',
  })
  acceptedStatement!: string | null;
}

import { Field, ObjectType } from 'type-graphql';
import { ApiToken } from './api-token.entity.ts';

@ObjectType({ description: 'A token that was just made.' })
export class NewApiToken {
  @Field({ description: 'Send it as `Authorization: Bearer …`. Shown this once.' })
  token!: string;

  @Field(() => ApiToken, { description: 'How the list shows it from now on.' })
  apiToken!: ApiToken;
}

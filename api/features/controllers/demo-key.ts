import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An API key of a simulated network in the demo.' })
export class DemoKey {
  @Field({ description: 'Name of the network, e.g. `Head Office`.' })
  name!: string;

  @Field({ description: 'The key, which `createController` and `connectSiteManager` accept.' })
  apiKey!: string;
}

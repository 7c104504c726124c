import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A location on a controller: a UniFi console or a self-hosted Network Server.' })
export class Site {
  @Field()
  hostId!: string;

  @Field()
  hostName!: string;

  @Field(() => Int, { nullable: true, description: 'Null when UniFi did not say.' })
  deviceCount?: number | null;

  @Field()
  isSelected!: boolean;
}

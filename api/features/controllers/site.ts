import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A location on a controller: a UniFi console or a self-hosted Network Server.' })
export class Site {
  @Field({ description: 'What `selectedSiteId` takes.' })
  hostId!: string;

  @Field({ description: 'As the console is called at UniFi.' })
  hostName!: string;

  @Field(() => Int, { nullable: true, description: 'Adopted devices; null when UniFi did not say.' })
  deviceCount?: number | null;

  @Field({ description: 'It is the one that is watched.' })
  isSelected!: boolean;
}

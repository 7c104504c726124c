import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What saving a policy would do, before it is done.' })
export class SecurityPreview {
  @Field(() => [String], { description: 'One sentence for each thing that would change.' })
  effects!: string[];

  @Field(() => String, { nullable: true, description: 'Why it cannot be saved; null when it can.' })
  blocked!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The network address that you come from; null where that is not known.',
  })
  yourAddress!: string | null;

  @Field(() => Int, {
    description: 'People who would notice at once: asked for a second factor, signed out, or shut out.',
  })
  affectedPeople!: number;
}

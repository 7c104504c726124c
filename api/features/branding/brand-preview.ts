import { GraphQLJSON } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { BrandFace } from './brand-style.ts';

@ObjectType({ description: 'What chosen colours become, so that they can be read in both themes.' })
export class BrandPreview {
  @Field({ description: 'CSS for the head of a page: the variables of both themes.' })
  style!: string;

  @Field(() => GraphQLJSON, { description: 'The variables of the light theme by their names.' })
  light!: BrandFace;

  @Field(() => GraphQLJSON, { description: 'The variables of the dark theme by their names.' })
  dark!: BrandFace;
}

import { IsNotEmpty, MaxLength } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { ProofInput } from '../auth/auth.input.ts';

@InputType({ description: 'Who is to own the team, and proof that it is really you who says so.' })
export class HandOverInput extends ProofInput {
  @Field(() => ID, { description: 'An `id` of `teamMembers`.' })
  @IsNotEmpty({ message: 'Choose who is to own the team' })
  @MaxLength(64, { message: 'Choose who is to own the team' })
  memberId!: string;
}

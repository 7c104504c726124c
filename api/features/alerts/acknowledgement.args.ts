import { IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';
import { all } from '#api/graphql/schema/texts.ts';

/** What somebody who sees to an alert wants colleagues to know. */
export const IsNote = (): PropertyDecorator =>
  all(IsOptional(), MaxLength(500, { message: 'Note must be 500 characters or less' }));

/** Which alert somebody sees to, and what they want colleagues to know of it. */
@ArgsType()
export class Acknowledgement {
  @Field(() => ID, { description: 'Of an open alert of your team.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'For colleagues. At most 500 characters.' })
  @IsNote()
  note?: string | null;
}

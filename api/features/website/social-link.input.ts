import { IsEnum } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsElsewhere } from './link.ts';
import { IsPlace } from './ordered-list.ts';
import { SocialPlatform } from './social-link.entity.ts';

/** The form of social links (specification 2, section 5). */
@InputType({ description: 'A place elsewhere for the footer.' })
export class SocialLinkInput {
  @Field(() => SocialPlatform, { description: 'Which mark is shown.' })
  @IsEnum(SocialPlatform, { message: 'Platform is required' })
  platform!: SocialPlatform;

  @Field({ description: 'An address that begins with https:// or http://.' })
  @IsElsewhere()
  url!: string;

  @Field(() => Int, { defaultValue: 0, description: 'Lower comes first.' })
  @IsPlace()
  order!: number;

  @Field(() => Boolean, { defaultValue: true, description: 'False: it is kept, and visitors do not see it.' })
  isVisible!: boolean;
}

/** Absent fields stay as they are. */
export const SocialLinkChanges = PartialInput(SocialLinkInput, 'SocialLinkChanges');
export type SocialLinkChanges = Partial<SocialLinkInput>;

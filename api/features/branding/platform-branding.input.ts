import { Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { hexColour, notHex } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';

/** Absent fields stay as they are. */
export const PlatformBrandingInput = PartialInput(PlatformBranding, 'PlatformBrandingInput');
export type PlatformBrandingInput = Partial<PlatformBranding>;

@InputType({ description: 'Colours to try, `#rrggbb` each.' })
export class BrandColoursInput {
  @Field({ description: 'Of actions, links and focus.' })
  @Matches(hexColour, notHex)
  primaryColor!: string;

  @Field({ description: 'Of what stands beside it.' })
  @Matches(hexColour, notHex)
  secondaryColor!: string;

  @Field({ nullable: true, description: 'Of what stands out; of the public site only.' })
  @Matches(hexColour, notHex)
  accentColor?: string;
}

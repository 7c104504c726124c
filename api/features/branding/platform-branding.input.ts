import { Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { hexColor, hexColorMessage } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';

export const PlatformBrandingInput = PartialInput(PlatformBranding, 'PlatformBrandingInput');
export type PlatformBrandingInput = Partial<PlatformBranding>;

@InputType({ description: 'Colors to try, `#rrggbb` each.' })
export class BrandColorsInput {
  @Field({ description: 'Of actions, links and focus.' })
  @Matches(hexColor, hexColorMessage)
  primaryColor!: string;

  @Field({ description: 'Secondary color: `#rrggbb`.' })
  @Matches(hexColor, hexColorMessage)
  secondaryColor!: string;

  @Field({ nullable: true, description: 'Accent color of the public site: `#rrggbb`.' })
  @Matches(hexColor, hexColorMessage)
  accentColor?: string;
}

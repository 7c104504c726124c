import { MaxLength, IsEnum } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsNotBlank, IsOneLine, IsVisible } from '#api/graphql/schema/texts.ts';
import { Homepage } from './homepage.entity.ts';
import { SiteBranding } from './site-branding.entity.ts';
import { IsLink, IsExternalLink } from './link.ts';
import { IsPosition } from './ordered-list.store.ts';
import { Footer, SocialPlatform } from './navigation.entity.ts';

export const HomepageInput = PartialInput(Homepage, 'HomepageInput');
export type HomepageInput = Partial<Homepage>;

export const SiteBrandingInput = PartialInput(SiteBranding, 'SiteBrandingInput');
export type SiteBrandingInput = Partial<SiteBranding>;

/** The menu form (specification 2, section 5). */
@InputType({ description: 'A link for the header.' })
export class MenuItemInput {
  @Field({ description: 'The words of the link, 1 to 60 characters.' })
  @IsNotBlank({ message: 'Title is required' })
  @IsVisible({ message: 'Title is required' })
  @IsOneLine({ message: 'Title must be on one line' })
  @MaxLength(60, { message: 'Title must be 60 characters or less' })
  title!: string;

  @Field({ description: 'A path on this site, or a URL that begins with https://, http:// or mailto:.' })
  @IsLink()
  url!: string;

  @Field(() => Int, { defaultValue: 0, description: 'Position. Lower numbers come first.' })
  @IsPosition()
  order!: number;

  @Field(() => Boolean, { defaultValue: false, description: 'Opens in a new tab.' })
  isExternal!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether visitors see it.' })
  isVisible!: boolean;
}

export const MenuItemChanges = PartialInput(MenuItemInput, 'MenuItemChanges');
export type MenuItemChanges = Partial<MenuItemInput>;

export const FooterInput = PartialInput(Footer, 'FooterInput');
export type FooterInput = Partial<Footer>;

/** The form of social links (specification 2, section 5). */
@InputType({ description: 'A place elsewhere for the footer.' })
export class SocialLinkInput {
  @Field(() => SocialPlatform, { description: 'Which mark is shown.' })
  @IsEnum(SocialPlatform, { message: 'Platform is required' })
  platform!: SocialPlatform;

  @Field({ description: 'URL that begins with https:// or http://.' })
  @IsExternalLink()
  url!: string;

  @Field(() => Int, { defaultValue: 0, description: 'Position. Lower numbers come first.' })
  @IsPosition()
  order!: number;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether visitors see it.' })
  isVisible!: boolean;
}

export const SocialLinkChanges = PartialInput(SocialLinkInput, 'SocialLinkChanges');
export type SocialLinkChanges = Partial<SocialLinkInput>;

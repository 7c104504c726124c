import { ArrayMaxSize, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { AreTags } from '../customers/customer.input.ts';

/** The most sites that one call changes. */
const mostSites = 1000;

@ArgsType()
export class SiteSelection {
  @Field(() => [ID], { description: `IDs of up to ${mostSites.toLocaleString('en')} sites of your team.` })
  @ArrayMaxSize(mostSites, { message: `Choose up to ${mostSites.toLocaleString('en')} sites at a time` })
  siteIds!: string[];
}

const forUndo = {
  nullable: true,
  description:
    'UUID of your choice for this assignment, or for several calls of one. `undoSiteAssignment` takes it.',
};

@ArgsType()
export class SiteAssignment extends SiteSelection {
  @Field(() => ID, { nullable: true, description: 'Customer that they belong to. `null`: none.' })
  customerId?: string | null;

  @Field(() => ID, forUndo)
  assignmentId?: string | null;
}

@ArgsType()
export class SiteTagging extends SiteSelection {
  @Field(() => [String], { defaultValue: [], description: 'Tags to add, up to 20.' })
  @AreTags()
  add!: string[];

  @Field(() => [String], { defaultValue: [], description: 'Tags to remove, up to 20.' })
  @AreTags()
  remove!: string[];
}

/** Filters of the team's sites. */
@ArgsType()
@InputType('SiteFilter', {
  description: 'Filters of the sites of your team. Omit all fields to match every site.',
})
export class SiteSearch {
  @Field(() => [ID], {
    nullable: true,
    description: `Only these sites, up to ${mostSites.toLocaleString('en')}.`,
  })
  @IsOptional()
  @ArrayMaxSize(mostSites, { message: `Choose up to ${mostSites.toLocaleString('en')} sites at a time` })
  ids?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Search words, all of which must be in the name, customer, tags or controller.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only sites of one of these customers.' })
  @IsOptional()
  @ArrayMaxSize(100, { message: 'Choose up to 100 customers' })
  customerIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only sites with one of these tags.' })
  @IsOptional()
  @AreTags()
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Only sites of this controller.' })
  controllerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only sites without a customer, or only sites with one.',
  })
  unassigned?: boolean | null;
}

@ArgsType()
export class MatchingSites {
  @Field(() => SiteSearch, { description: 'Which sites to change.' })
  filter!: SiteSearch;
}

@ArgsType()
export class MatchingAssignment extends MatchingSites {
  @Field(() => ID, { nullable: true, description: 'Customer that they belong to. `null`: none.' })
  customerId?: string | null;

  @Field(() => ID, forUndo)
  assignmentId?: string | null;
}

@ArgsType()
export class MatchingTagging extends MatchingSites {
  @Field(() => [String], { defaultValue: [], description: 'Tags to add, up to 20.' })
  @AreTags()
  add!: string[];

  @Field(() => [String], { defaultValue: [], description: 'Tags to remove, up to 20.' })
  @AreTags()
  remove!: string[];
}

/** Which page of the sites to return. */
@ArgsType()
export class SitePage extends SiteSearch {
  @Field(() => Int, { defaultValue: 50, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of sites to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether those with open alerts come first, by their worst severity and then their number, instead of by name.',
  })
  worstFirst!: boolean;
}

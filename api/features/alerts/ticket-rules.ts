import { ArrayMaxSize, ArrayUnique, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { all } from '#api/graphql/schema/texts.ts';

// What the choices for tickets are held to, those of a rule and of a controller alike.

const once = { message: 'Each severity can be chosen once' };

export const AreSeverities = (): PropertyDecorator => all(ArrayMaxSize(4, once), ArrayUnique(once));

/** A name that HaloPSA gave: it is kept beside its number. */
export const IsKeptName = (what: string): PropertyDecorator =>
  all(IsOptional(), MaxLength(200, { message: `${what} must be 200 characters or less` }));

export const IsPriority = (most: number): PropertyDecorator => {
  const between = { message: `Priority must be between 1 and ${most}` };
  return all(Max(most, between), Min(1, between));
};

export const IsCategory = (): PropertyDecorator => Min(1, { message: 'Category must be at least 1' });

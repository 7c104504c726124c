import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { Homepage } from './homepage.entity.ts';

/** Absent fields stay as they are. */
export const HomepageInput = PartialInput(Homepage, 'HomepageInput');
export type HomepageInput = Partial<Homepage>;

import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { Footer } from './footer.entity.ts';

/** Absent fields stay as they are. */
export const FooterInput = PartialInput(Footer, 'FooterInput');
export type FooterInput = Partial<Footer>;

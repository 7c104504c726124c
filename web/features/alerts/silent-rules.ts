import type { Rule } from './rule-form.ts';

/** Nobody hears of what it finds: it names no channel and wants no ticket. */
export const isSilent = ({ channels, haloEnabled }: Pick<Rule, 'channels' | 'haloEnabled'>): boolean =>
  channels.length === 0 && !haloEnabled;

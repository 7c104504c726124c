import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Rule } from './rule-form.ts';
import { isSilent } from './silent-rules.ts';
import { channelWords } from './words.ts';

const NONE = 'No channels configured';

/** Whom a rule tells, and a mark on one that tells nobody. */
export function RuleChannels({ rule }: { rule: Rule }) {
  if (isSilent(rule)) return <StatusDot state="warning" word={NONE} />;
  return rule.channels.map((channel) => channelWords[channel]).join(', ') || NONE;
}

import type { Team } from '../teams/team.entity.ts';
import { AlertCondition } from './alert.enums.ts';
import { AlertRule } from './alert-rule.entity.ts';

/** The rule that every new team starts with, so that the first alert needs no set-up. */
export function firstRule(team: Team): AlertRule {
  const rule = new AlertRule();
  return Object.assign(rule, {
    team,
    name: 'Device offline',
    condition: AlertCondition.device_offline,
    duration: 1,
  });
}

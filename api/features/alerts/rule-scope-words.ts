import { capitalize } from '#api/lib/plain-text.ts';
import { DeviceRole } from '../controllers/device.entity.ts';
import type { RuleScope } from './alert-rule.entity.ts';

/** Names of what scopes refer to by ID. Undefined: it no longer exists. */
export interface ScopeNames {
  customer(id: string): string | undefined;
  site(hostId: string): string | undefined;
  device(mac: string): string | undefined;
}

/** “Access points of Acme, except devices named *guest*”: what a rule covers, as the start of a sentence. */
export function scopeWords(scope: RuleScope, exceptions: readonly RuleScope[], names: ScopeNames): string {
  const excluded = exceptions.map((one) => exceptionWords(one, names));
  const except = excluded.length > 0 ? `, except ${excluded.join(', and except ')}` : '';
  const words = partWords(scope, names, 'all devices') + except;
  return capitalize(words);
}

/** “access points named *guest* of Acme”, within a sentence. */
export const exceptionWords = (scope: RuleScope, names: ScopeNames): string =>
  partWords(scope, names, 'devices');

function partWords(scope: RuleScope, names: ScopeNames, anyDevice: string): string {
  const { customerIds, tags, siteIds, names: patterns } = scope;
  const customers = customerIds?.map((id) => names.customer(id) ?? 'a deleted customer');
  const sites = siteIds?.map((hostId) => names.site(hostId) ?? 'an unknown site');
  return [
    devicesWords(scope, names) ?? anyDevice,
    patterns && `named ${listed(patterns, 'or')}`,
    customers && `of ${listed(customers, 'and')}`,
    sites && `at ${listed(sites, 'and')}`,
    tags && `at sites tagged ${listed(tags, 'or')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const roleWords: Record<DeviceRole, string> = {
  [DeviceRole.gateway]: 'gateways',
  [DeviceRole.switch]: 'switches',
  [DeviceRole.access_point]: 'access points',
  [DeviceRole.other]: 'other devices',
};

function devicesWords({ deviceRoles, models, macs }: RuleScope, { device }: ScopeNames): string | undefined {
  const roles = deviceRoles?.map((role) => roleWords[role]);
  if (macs) {
    const single = macs.map((mac) => device(mac) ?? mac.replace(/..(?!$)/g, '$&:'));
    const only = [roles && listed(roles, 'or'), models && listed(models, 'or')].filter(Boolean).join(', ');
    return `${listed(single, 'and')}${only && ` (only ${only})`}`;
  }
  if (roles) return `${listed(roles, 'and')}${models ? ` (${listed(models, 'or')})` : ''}`;
  return models ? `${listed(models, 'and')} devices` : undefined;
}

/** Entries named in full. The rest is counted. */
const mostNamed = 3;

function listed(entries: readonly string[], word: 'and' | 'or'): string {
  const shown = entries.length > mostNamed + 1 ? entries.slice(0, mostNamed) : entries;
  const rest = entries.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : [...shown];
  const last = all.pop() ?? '';
  return all.length > 0 ? `${all.join(', ')} ${word} ${last}` : last;
}

import { navigation, type Area } from '../layouts/navigation.ts';
import type { Entry } from './entry.ts';

/** What people call each screen, besides its name. */
const synonyms: Record<string, string> = {
  '/dashboard': 'home overview start summary status',
  '/controllers': 'consoles networks unifi api key devices locations',
  '/alerts': 'notifications incidents problems outages warnings errors offline down',
  '/customers': 'clients companies tenants accounts tags',
  '/maintenance': 'windows mute silence pause downtime schedule',
  '/reports': 'sla uptime availability monthly pdf csv statistics outage',
  '/noise': 'messages budget quiet flapping alert fatigue too many notifications',
  '/integrations': 'connections email slack teams discord webhook psa halopsa tickets smtp',
  '/integrate': 'api developer graphql rest code',
  '/billing': 'invoice payment card plan subscription trial cancel receipt price cost usage upgrade',
  '/team': 'users members people colleagues invitation roles permissions',
  '/settings': 'profile account preferences options',
  '/packages': 'pricing plan price upgrade',
  '/admin/dashboard': 'home overview start summary statistics',
  '/admin/users': 'customers people accounts members clients administrators suspend',
  '/admin/packages': 'pricing plan price product subscription',
  '/admin/package-manager': 'compare order pricing plan price subscribers',
  '/admin/billing': 'invoice payment stripe key card subscription purchasing webhook',
  '/admin/waitlist': 'signup queue interested',
  '/admin/email': 'smtp mail sendgrid sender newsletter deliverability bounce',
  '/admin/contact': 'messages inbox support enquiries submissions tickets',
  '/admin/analytics': 'statistics metrics report figures customers revenue growth uptime',
  '/admin/health': 'status uptime queue jobs workers database redis system',
  '/admin/integrations': 'templates psa chat connections',
  '/admin/website': 'homepage public site content cms pages logo favicon',
  '/admin/branding': 'logo color color theme css name',
  '/admin/seo': 'search engine google title description',
  '/admin/seo-sitemap': 'xml robots crawler',
  '/admin/seo-advanced': 'scripts redirects tracking analytics code head tags',
  '/admin/security': 'password policy session lockout audit ip address two-factor 2fa mfa permissions',
  '/admin/organization': 'organization company settings options preferences',
};

/** Tabs that people look for as if they were screens. */
const tabs: Record<Area, readonly { screen: string; label: string; to: string; words?: string }[]> = {
  member: [
    {
      screen: '/integrations',
      label: 'Channels',
      to: '/integrations?tab=channels',
      words: 'email slack teams discord webhook notifications',
    },
    {
      screen: '/integrations',
      label: 'Ticketing',
      to: '/integrations?tab=ticketing',
      words: 'psa halopsa tickets service desk',
    },
    { screen: '/alerts', label: 'Alert Rules', to: '/alerts?tab=rules', words: 'conditions thresholds' },
    { screen: '/customers', label: 'Sites', to: '/customers?tab=sites', words: 'locations assign tags' },
    {
      screen: '/customers',
      label: 'Import from HaloPSA',
      to: '/customers/import',
      words: 'clients companies psa halopsa',
    },
    { screen: '/alerts', label: 'Alert History', to: '/alerts?tab=history', words: 'past closed export csv' },
  ],
  admin: [
    {
      screen: '/admin/website',
      label: 'Homepage',
      to: '/admin/website?tab=homepage',
      words: 'hero text content',
    },
    {
      screen: '/admin/website',
      label: 'Navigation',
      to: '/admin/website?tab=navigation',
      words: 'menu items links',
    },
    { screen: '/admin/website', label: 'Footer', to: '/admin/website?tab=footer', words: 'copyright' },
    {
      screen: '/admin/website',
      label: 'Social Links',
      to: '/admin/website?tab=social',
      words: 'twitter facebook linkedin youtube',
    },
    {
      screen: '/admin/contact',
      label: 'Contact Settings',
      to: '/admin/contact?tab=settings',
      words: 'phone address',
    },
  ],
};

/** What the other area is called on its buttons. */
export const modes = { admin: 'Admin Mode', member: 'User Mode' };

/** The screens of an area. `isOther`: the person is in the other one, and the hint says how to get there. */
export const screensOf = (area: Area, isOther: boolean): Entry[] =>
  navigation[area].map(({ to, label, Icon }) => ({
    kind: 'Screens',
    label,
    to,
    Icon,
    hint: isOther ? modes[area] : undefined,
    words: synonyms[to],
  }));

/** The tabs of an area's screens. They are found, but not listed before anything is typed. */
export const tabsOf = (area: Area): Entry[] =>
  tabs[area].flatMap(({ screen, ...tab }) => {
    const entry = navigation[area].find(({ to }) => to === screen);
    return entry ? [{ kind: 'Screens', hint: entry.label, Icon: entry.Icon, ...tab }] : [];
  });

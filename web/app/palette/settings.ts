import type { Area } from '../layouts/navigation.ts';
import { slugOf } from './slug.ts';

type Setting = { title: string; words?: string };

/**
 * The cards and groups of fields by the headings that they have on their screens, and what else people call them. A test
 * compares this list with the screens. The settings of the organisation come from the server.
 */
const screens: Record<Area, Record<string, readonly Setting[]>> = {
  member: {
    '/settings': [
      { title: 'Profile Information', words: 'name email address company' },
      { title: 'Notification Preferences', words: 'emails alerts' },
      { title: 'Channels', words: 'notification email' },
      { title: 'Severities', words: 'notification critical warning' },
      { title: 'Quiet hours', words: 'notification night time zone' },
      { title: 'Push notifications', words: 'push phone mobile device app' },
      { title: 'In this browser', words: 'desktop notification push popup' },
      { title: 'Security & Authentication', words: 'sign-in' },
      { title: 'Two-Factor Authentication', words: '2fa mfa totp code authenticator' },
      { title: 'Password', words: 'change password' },
      { title: 'Active Sessions', words: 'devices sign out' },
      { title: 'API Keys & Integrations', words: 'unifi site manager' },
      { title: 'API tokens', words: 'integrate graphql rest' },
      { title: 'Danger Zone' },
      { title: 'Your data', words: 'download export' },
      { title: 'Your account', words: 'delete account' },
    ],
    '/integrate': [
      { title: 'Addresses', words: 'endpoint graphql rest api url' },
      { title: 'Token', words: 'personal api token' },
      { title: 'Examples', words: 'curl query subscription webhook' },
      { title: 'Limits', words: 'rate requests cost depth' },
      { title: 'Documents', words: 'openapi schema explorer' },
    ],
    '/team': [{ title: 'Configuration as a file', words: 'yaml export import backup' }],
  },
  admin: {
    '/admin/billing': [
      { title: 'Purchasing', words: 'sell registration switch' },
      { title: 'Stripe keys', words: 'publishable secret webhook' },
      { title: 'Connection', words: 'test stripe' },
      { title: 'Reconciliation', words: 'compare stripe drift' },
      { title: 'Webhook log', words: 'stripe events' },
    ],
    '/admin/contact?tab=settings': [
      { title: 'Contact details', words: 'support email phone address' },
      { title: 'Saved replies', words: 'templates answers' },
    ],
    '/admin/email': [
      { title: 'Sender settings', words: 'sendgrid api key from name' },
      { title: 'Test email' },
      { title: 'Send to waitlist', words: 'broadcast mail' },
      { title: 'Email Usage' },
      { title: 'Suppressed addresses', words: 'bounces' },
    ],
    '/admin/security': [
      { title: 'Security policy' },
      { title: 'Sign-in', words: 'session timeout login attempts lockout' },
      { title: 'Passwords', words: 'minimum length special characters' },
      { title: 'Administrator area', words: 'two-factor 2fa mfa allowed ip ranges' },
      { title: 'Between teams', words: 'share hints provider outages privacy' },
      { title: 'Locked accounts', words: 'lockout clear' },
      { title: 'Audit log', words: 'history who changed' },
    ],
    '/admin/branding': [
      { title: 'Name', words: 'platform name support email footer' },
      { title: 'Marks', words: 'logo icon favicon' },
      { title: 'Colors', words: 'primary secondary' },
      { title: 'Public pages' },
    ],
    '/admin/website': [
      { title: 'Name and images', words: 'site name logo favicon' },
      { title: 'Colors', words: 'primary secondary accent' },
      { title: 'Custom styles', words: 'custom css' },
    ],
    '/admin/website?tab=homepage': [
      { title: 'Hero', words: 'headline button' },
      { title: 'Figures', words: 'stats' },
      { title: 'Closing section' },
    ],
    '/admin/website?tab=footer': [{ title: 'Words', words: 'company description' }, { title: 'Blocks' }],
    '/admin/seo': [
      { title: 'Search engines', words: 'title description keywords' },
      { title: 'Link previews', words: 'open graph twitter image' },
    ],
    '/admin/seo-sitemap': [
      { title: 'Sitemap file' },
      { title: 'Sitemap settings' },
      { title: 'Robots.txt', words: 'crawlers' },
    ],
    '/admin/seo-advanced': [
      { title: 'Redirects', words: '301' },
      { title: 'Structured data', words: 'json-ld schema' },
      { title: 'Verification', words: 'google bing' },
      { title: 'Scripts and tags', words: 'analytics tracking' },
      { title: 'Files', words: 'robots sitemap' },
    ],
  },
};

/** The settings of an area, each with the place on its screen. */
export const settingsOf = (area: Area) =>
  Object.entries(screens[area]).flatMap(([screen, settings]) =>
    settings.map((setting) => ({ ...setting, screen, to: `${screen}#${slugOf(setting.title)}` })),
  );

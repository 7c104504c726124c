import type { Access } from '#api/access.ts';

/** Who may use each root field, in the words of `api/access.ts`. A field that is not written down here fails the tests. */
export const audience: Record<string, 'visitor' | Access> = {
  'query me': 'enter',
  'query packages': 'visitor',
  'query controllers': 'read',
  'query sites': 'read',
  'query alertRules': 'read',
  'query alertConditions': 'read',
  'query currentAlerts': 'read',
  'query openAlertCount': 'read',
  'query monitoringSummary': 'read',
  'mutation signIn': 'visitor',
  'mutation signOut': 'enter',
  'mutation createController': 'manage',
  'mutation updateController': 'manage',
  'mutation deleteController': 'manage',
  'mutation testController': 'manage',
  'mutation connectSiteManager': 'manage',
  'mutation createAlertRule': 'alerts',
  'mutation updateAlertRule': 'alerts',
  'mutation deleteAlertRule': 'alerts',
  'mutation testAlertRule': 'alerts',
  'subscription alertChanged': 'read',
  'subscription openAlertCountChanged': 'read',
  'subscription controllerChanged': 'read',
};

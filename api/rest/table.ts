/**
 * The documented calls, each with the root field that answers it (specification 1 and 2, section 7).
 * What a call takes, who may make it and what it answers are said by the schema.
 */
export const table: Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`, string> = {
  'GET /api/auth/user': 'me',
  'POST /api/auth/login': 'signIn',
  'POST /api/auth/logout': 'signOut',
  'GET /api/auth/2fa/setup': 'twoFactorSetup',
  'POST /api/auth/2fa/enable': 'enableTwoFactor',
  'POST /api/auth/2fa/disable': 'disableTwoFactor',

  'GET /api/packages': 'packages',

  'GET /api/controllers': 'controllers',
  'POST /api/controllers': 'createController',
  'PUT /api/controllers/:id': 'updateController',
  'DELETE /api/controllers/:id': 'deleteController',
  'POST /api/controllers/:id/test': 'testController',
  'GET /api/unifi/sites': 'sites',
  'POST /api/unifi/connect': 'connectSiteManager',

  'GET /api/controllers/:controllerId/alerts': 'currentAlerts',
  'GET /api/alert-rules': 'alertRules',
  'POST /api/alert-rules': 'createAlertRule',
  'PUT /api/alert-rules/:id': 'updateAlertRule',
  'DELETE /api/alert-rules/:id': 'deleteAlertRule',
  'POST /api/alert-rules/:id/test': 'testAlertRule',

  'GET /api/admin/users': 'users',
  'PUT /api/admin/users/:id': 'updateUser',
};

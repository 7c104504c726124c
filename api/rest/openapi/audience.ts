import type { Access } from '#api/graphql/access.ts';

interface Audience {
  /** For use in a description's sentence. */
  who: string;
  security: Record<string, string[]>[];
}

const signedIn: Audience['security'] = [{ signIn: [] }];
const withToken = (...scopes: string[]): Audience['security'] => [{ signIn: [] }, { apiToken: scopes }];

/** Who may make a call, by the access level of its root field. */
const audiences: Record<Access | 'visitor', Audience> = {
  visitor: { who: 'For everyone, signed in or not.', security: [] },
  enter: {
    who: 'For everyone who is signed in, even before they set up required two-factor authentication. Not for API tokens.',
    security: signedIn,
  },
  person: { who: 'For everyone who is signed in. Not for API tokens.', security: signedIn },
  read: {
    who: 'For every member of the team, and API tokens with any scope.',
    security: withToken('read'),
  },
  acknowledge: {
    who: 'For every member of the team, and API tokens with the scope `alerts` or `manage`.',
    security: withToken('alerts'),
  },
  alerts: {
    who: 'For owners and members of the team, and their API tokens with the scope `alerts` or `manage`.',
    security: withToken('alerts'),
  },
  manage: {
    who: 'For owners and members of the team, and their API tokens with the scope `manage`.',
    security: withToken('manage'),
  },
  share: { who: 'For owners and members of the team. Not for API tokens.', security: signedIn },
  own: { who: 'For the owner of the team. Not for API tokens.', security: signedIn },
  admin: { who: 'For administrators of the platform. Not for API tokens.', security: signedIn },
};

/** The documented audience of a call. Administrator paths are for administrators, whatever the field says. */
export function audienceOf(path: string, word: Access | undefined): Audience {
  return audiences[path.startsWith('/api/admin/') ? 'admin' : (word ?? 'visitor')];
}

export const securitySchemes = {
  signIn: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session, from `POST /api/auth/login`.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal API token, created under Integrate or Settings. Its scopes limit what it can do: `manage` includes `alerts`, which includes `read`.',
  },
};

import { randomUUID } from 'node:crypto';

export interface HalopsaAuthSettings {
  /** Null: a server of one's own, without tenants. */
  tenant: string | null;
  clientId: string;
  clientSecret: string;
}

interface Token {
  scopes: string[];
  expiresAt: number;
}

interface AuthAnswer {
  status: number;
  type: string;
  body: string;
}

/** The authorisation server of a tenant. A token keeps the rights of the moment it was given out. */
export class HalopsaAuth {
  /** Scopes that the application may ask for. */
  scopes = ['read:customers', 'read:tickets', 'edit:tickets'];
  /** Seconds that a token lasts. */
  tokenSeconds = 3600;
  private readonly tokens = new Map<string, Token>();

  constructor(readonly settings: HalopsaAuthSettings) {}

  /** As an administrator does it: every token given out so far is refused. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  /** What the token may do; undefined for one that is not (or no more) valid. */
  scopesOf(authorization: string | undefined): string[] | undefined {
    const token = this.tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    return token && token.expiresAt > Date.now() ? token.scopes : undefined;
  }

  answer(query: URLSearchParams, contentType: string | undefined, body: string): AuthAnswer {
    if (query.get('tenant') !== this.settings.tenant) return page(500, 'Runtime Error');
    if (!contentType?.startsWith('application/x-www-form-urlencoded'))
      return json(400, { error: 'invalid_request' });
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' });
    const { clientId, clientSecret } = this.settings;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return json(401, { error: 'invalid_client' });
    const asked = (form.get('scope') ?? 'all').split(' ').filter(Boolean);
    const scopes = asked.includes('all') ? [...this.scopes] : asked;
    if (!scopes.every((scope) => this.scopes.includes(scope))) {
      const error_description = "The specified 'scope' parameter is not valid.";
      return json(400, { error: 'invalid_scope', error_description });
    }
    const token = randomUUID();
    this.tokens.set(token, { scopes, expiresAt: Date.now() + this.tokenSeconds * 1000 });
    return json(200, {
      token_type: 'Bearer',
      expires_in: this.tokenSeconds,
      access_token: token,
      id_token: 'none',
      scope: scopes.join(' '),
    });
  }
}

function json(status: number, value: unknown): AuthAnswer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function page(status: number, title: string): AuthAnswer {
  return { status, type: 'text/html', body: `<html><title>${title}</title><h1>Server Error</h1></html>` };
}

import type { FastifyReply } from 'fastify';

/**
 * The content security policy of a page of the site. It needs nobody's forms for cards, so it is narrower than the app's;
 * where administrators have put in scripts of others, those run by the answer's nonce, load what they need and talk home.
 */
export function sitePolicy(reply: FastifyReply, admits: boolean): string {
  const policy = new Map(
    String(reply.getHeader('content-security-policy'))
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.filter(isOurs)]),
  );
  policy.set('frame-src', ["'none'"]);
  if (admits) {
    policy.get('script-src')?.push("'strict-dynamic'");
    policy.get('connect-src')?.push('https:');
    policy.get('img-src')?.push('https:');
  }
  return [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join(';');
}

const isOurs = (source: string) => !/\bstripe\.com$/.test(source);

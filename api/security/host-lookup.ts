import { lookup, Resolver, type LookupAddress } from 'node:dns';

/** Each server of names is asked twice, for so many milliseconds. */
const servers = new Resolver({ timeout: 2000, tries: 2 });

type Answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

/** Names of the machine itself (RFC 6761, 6.3). */
const ownName = /^(?:.+\.)?localhost\.?$/i;

/**
 * Every address of a name. Servers of names are asked directly: the system's own way has a few threads for the whole
 * process, which names that nobody answers for would fill. With `asksSystem` a name that no server knows is looked for in
 * the system's way too (its file of hosts). `ENOTFOUND`: there is none; `EAI_AGAIN`: nobody answered.
 */
export function addressesOf(hostname: string, asksSystem: boolean, answer: Answer): void {
  if (ownName.test(hostname)) {
    answer(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    return;
  }
  const found: LookupAddress[] = [];
  const failures: string[] = [];
  const collect =
    (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[] | undefined) => {
      failures.push(error?.code ?? '');
      found.push(...(addresses ?? []).map((address) => ({ address, family })));
      if (failures.length < 2) return;
      if (found.length > 0) answer(null, found);
      else if (!failures.every((code) => absent.has(code))) answer(problem('EAI_AGAIN'), []);
      else if (asksSystem) lookup(hostname, { all: true }, (failure, known) => answer(failure, known ?? []));
      else answer(problem('ENOTFOUND'), []);
    };
  servers.resolve4(hostname, collect(4));
  servers.resolve6(hostname, collect(6));
}

/** What a server of names says of a name that leads nowhere. */
const absent = new Set(['', 'ENOTFOUND', 'ENODATA']);

function problem(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error('The name of the server leads nowhere'), { code });
}

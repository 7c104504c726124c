import type { Outbound } from '#api/security/outbound.ts';
import { addressProblem, normalAddress } from './channel-address.ts';

/** An address as it will be called, or what is wrong with it, in a sentence for whoever typed it. */
export function readAddress(
  outbound: Pick<Outbound, 'problem'>,
  type: string,
  address: string,
): { url: string } | { problem: string } {
  const url = normalAddress(type, address);
  const problem = outbound.problem(url) ?? addressProblem(type, url);
  return problem ? { problem } : { url };
}

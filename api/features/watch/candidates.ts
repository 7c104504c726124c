import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions, type Measure } from '#api/features/alerts/condition.ts';
import { clientVerdict, consoleVerdict, measuredValue, verdictOfState, type Ground } from './judge.ts';
import { subjectKey } from './subject.ts';

/** A subject that a rule may begin to hold for. */
export interface Candidate {
  subject: string;
  /** In the unit of the measure, still to be compared with the rule's threshold. Absent: it holds as it is. */
  value?: number;
  /** When it began to hold, where that was before this reading. */
  since?: Date;
}

/** By hostId. */
export type Candidates = Map<string, Candidate[]>;

/**
 * Everything one condition could hold for, found once per round however many rules ask: what is wrong already,
 * or, for a condition with a threshold, what was measured.
 */
export function findCandidates(ground: Ground, condition: AlertCondition): Candidates {
  const found: Candidates = new Map();
  const add = (hostId: string, candidate: Candidate) => {
    const there = found.get(hostId);
    if (there) there.push(candidate);
    else found.set(hostId, [candidate]);
  };
  const { about, measure } = conditions[condition];
  if (measure) addMeasured(ground, measure, add);
  else if (about === 'port') addPorts(ground, add);
  else if (about === 'client') addClients(ground, add);
  else addOffline(ground, add);
  return found;
}

type Add = (hostId: string, candidate: Candidate) => void;

function addMeasured({ sight }: Ground, measure: Measure, add: Add): void {
  for (const [mac, seen] of sight.devices) {
    const value = measuredValue(measure, seen);
    if (value !== undefined) add(seen.console.hostId, { subject: mac, value });
  }
}

function addOffline({ sight }: Ground, add: Add): void {
  for (const [hostId, console] of sight.consoles) {
    if (consoleVerdict(console) === 'holds')
      add(hostId, { subject: subjectKey({ about: 'console', hostId }) });
  }
  for (const [mac, seen] of sight.devices) {
    if (verdictOfState[seen.state] === 'holds')
      add(seen.console.hostId, { subject: mac, since: seen.device.updatingSince });
  }
}

/** A port that was never up is unused, not broken. */
function addPorts({ sight, knownDevices }: Ground, add: Add): void {
  for (const [mac, { state, device, console }] of sight.devices) {
    const known = knownDevices.get(mac);
    // Ports of a device that was carried to another console were unplugged on purpose.
    if (state !== 'online' || known?.hostId !== console.hostId) continue;
    for (const port of device.ports ?? []) {
      if (port.state !== 'down' || !known.upPorts.includes(port.index)) continue;
      add(console.hostId, { subject: subjectKey({ about: 'port', mac, port: port.index }) });
    }
  }
}

function addClients({ sight, knownClients }: Ground, add: Add): void {
  for (const [mac, client] of knownClients) {
    if (clientVerdict(mac, client, sight) !== 'holds') continue;
    add(client.hostId, { subject: subjectKey({ about: 'client', mac }) });
  }
}

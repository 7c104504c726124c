import type { DeviceReading } from '#api/features/unifi/reading.ts';
import { evaluate, evaluateApart } from '#api/features/watch/evaluate/evaluate.ts';
import type { Round } from '#api/features/watch/evaluate/types.ts';
import { accessPoint, coreSwitch, office } from '#tests/support/network.ts';
import { atOnce } from '#tests/support/steps.ts';
import { minute, rule, Watching } from '#tests/support/watching.ts';
import { cpuTimesInTurns } from './cpu-time.ts';
import type { Figure } from './run.ts';

const size = 5000;
const macOf = (nth: number) => nth.toString(16).toUpperCase().padStart(12, '0');

/** A tree in which each switch has 24 devices, of which two are switches again. */
function tree(): DeviceReading[] {
  const devices: DeviceReading[] = [coreSwitch({ mac: macOf(0) })];
  const switches = [0];
  for (let at = 0; devices.length < size; at++) {
    for (let port = 1; port <= 24 && devices.length < size; port++) {
      const nth = devices.length;
      const isSwitch = port <= 2;
      if (isSwitch) switches.push(nth);
      const place = { mac: macOf(nth), uplinkMac: macOf(switches[at]!), uplinkPort: port };
      devices.push(isSwitch ? coreSwitch(place) : accessPoint(place));
    }
  }
  return devices;
}

/** The round in which everything behind a core switch is due. */
export function storm(): Round {
  const devices = tree();
  const watch = new Watching(rule({ durationMinutes: 1 }));
  watch.see(0, office({ devices }));
  const down = devices.map((device): DeviceReading => ({ ...device, state: 'offline' }));
  watch.see(1, office({ devices: down }));
  const { known, pending, alerts, rules } = watch;
  const reading = { at: minute(2), consoles: [office({ devices: down })] };
  const none = { sites: [], beyond: new Set<string>() };
  return { controllerId: 'controller-1', siteIds: 'all', ...none, rules, reading, known, pending, alerts };
}

/** A whole tree of 5,000 devices loses power: the evaluation with folding, against the same without it. */
export async function folding(): Promise<Figure> {
  const round = storm();
  const raised = (steps: typeof evaluate) =>
    atOnce(steps(round)).filter(({ kind }) => kind === 'raise').length;
  if (raised(evaluate) !== 1 || raised(evaluateApart) !== size) throw new Error('The storm is not folded');
  return {
    name: `folding ${size} devices of one tree`,
    yardstick: 'the same evaluation without it',
    ...(await cpuTimesInTurns([() => atOnce(evaluate(round)), () => atOnce(evaluateApart(round))])),
    promised: 1.3,
  };
}

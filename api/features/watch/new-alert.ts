import { AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import { macOf } from '#api/features/unifi/shapes.ts';
import type { NewAlert, Rule } from './change.ts';
import type { Finding, Ground } from './judge.ts';
import { readableName } from './name.ts';

/** The alert about a finding that has held for its rule's duration. `console` of the finding is there: it holds. */
export function newAlert(
  ground: Ground,
  rule: Rule,
  threshold: number | undefined,
  finding: Finding,
  subjectKey: string,
  since: Date,
): NewAlert {
  const { type, subject, seen, client, value } = finding;
  const hostId = finding.console!.hostId;
  const consoleName = readableName(finding.console!.name, hostId);
  const device = seen?.device;
  const deviceName = device && readableName(device.name, device.model, device.mac);
  const isConsole = subject.about === 'console';
  const isClient = subject.about === 'client';
  const name = isConsole
    ? consoleName
    : isClient
      ? readableName(client?.name, subject.mac)
      : (deviceName ?? subject.mac);
  const measured = value === undefined || threshold === undefined ? undefined : { value, threshold };
  return {
    ruleId: rule.id,
    subject: subjectKey,
    type,
    severity: severityOf(type, device?.role),
    deviceName: name,
    ...(isConsole ? { deviceCount: countBehind(ground, hostId) } : { deviceMac: macOf(subject.mac) }),
    siteId: hostId,
    siteName: consoleName,
    ...(device?.siteName && { networkSite: readableName(device.siteName) }),
    ...(subject.about === 'port' && { port: subject.port }),
    ...(isClient && deviceName && { uplinkName: deviceName }),
    ...(type === AlertType.device_impaired && { impairment: seen?.device.stateReason }),
    since,
    ...measured,
  };
}

/** A disconnected console may list its devices, or no longer; the console itself does not count. */
function countBehind({ sight, knownDevices }: Ground, hostId: string): number {
  const macs = new Set<string>();
  for (const [mac, { console, device }] of sight.devices) {
    if (console.hostId === hostId && !device.isConsole) macs.add(mac);
  }
  for (const [mac, device] of knownDevices) {
    if (device.leftAt) continue;
    const elsewhere = (sight.devices.get(mac)?.console.hostId ?? hostId) !== hostId;
    if (device.hostId === hostId && !device.isConsole && !elsewhere) macs.add(mac);
  }
  return macs.size;
}

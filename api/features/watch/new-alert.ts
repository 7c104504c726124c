import { AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import type { NewAlert, Rule } from './change.ts';
import type { Finding, Ground } from './judge.ts';
import { messageOf } from '../alerts/message.ts';
import { readableName } from './name.ts';

/** The alert about a finding that has held for its rule's duration. `console` of the finding is there: it holds. */
export function newAlert(
  ground: Ground,
  rule: Rule,
  threshold: number | undefined,
  finding: Finding,
  subjectKey: string,
  since: Date,
  at: Date,
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
    message: messageOf({
      type,
      name,
      consoleName,
      siteName: device?.siteName && readableName(device.siteName),
      since,
      at,
      measured,
      impairment: type === AlertType.device_impaired ? seen?.device.stateReason : undefined,
      port: subject.about === 'port' ? subject.port : undefined,
      uplinkName: isClient ? deviceName : undefined,
      deviceCount: isConsole ? countBehind(ground, hostId) : undefined,
    }),
    deviceName: name,
    ...(isConsole ? {} : { deviceMac: subject.mac }),
    siteId: hostId,
    siteName: consoleName,
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
    const elsewhere = (sight.devices.get(mac)?.console.hostId ?? hostId) !== hostId;
    if (device.hostId === hostId && !device.isConsole && !elsewhere) macs.add(mac);
  }
  return macs.size;
}

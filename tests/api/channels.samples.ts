import { reader } from '#api/lib/local-time.ts';
import { DeliveryKind } from '#api/features/notifications/delivery.entity.ts';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import type {
  AlertFacts,
  Notice,
  OutgoingMessage,
  Summary,
} from '#api/features/notifications/channels/message.ts';

/** What is handed to a channel, made up. */

const signed = `${'a'.repeat(400)}.${'b'.repeat(43)}`;

export const links = {
  open: 'https://app.example.com/alerts/0193a1b2-0000-7000-8000-000000000001',
  acknowledge: `https://app.example.com/alert-link?token=${signed}&do=acknowledge`,
  snooze: `https://app.example.com/alert-link?token=${signed}&do=snooze`,
};

export const lobby: AlertFacts = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  ruleName: 'Access points',
  type: AlertType.device_offline,
  severity: AlertSeverity.error,
  deviceName: 'AP Lobby',
  deviceMac: 'aa:bb:cc:dd:ee:ff',
  line: null,
  controllerName: 'Contoso',
  siteName: 'Head Office',
  value: null,
  threshold: null,
  since: new Date('2026-11-20T09:12:00Z'),
  timestamp: new Date('2026-11-20T09:14:00Z'),
  unknownSince: null,
  resolvedAt: null,
  resolution: null,
  raises: 1,
  ticketId: null,
  ticketUrl: null,
  affected: null,
  affectedSites: null,
  cause: null,
};

/** Devices behind a cause. */
export const behind = (names: readonly string[], count = names.length) => ({
  count,
  devices: names.map((name, nth) => ({
    mac: `A000000000${String(nth).padStart(2, '0')}`,
    name,
    since: new Date('2026-11-20T09:12:00Z'),
  })),
});

/** The same alert, over. */
export const over = {
  resolvedAt: new Date('2026-11-20T09:45:00Z'),
  resolution: AlertResolution.recovered,
};

export function notice(alert: Partial<AlertFacts> = {}, told: Partial<Notice> = {}): OutgoingMessage {
  return message({ kind: DeliveryKind.opened, isTest: false, links, ...told, alert: { ...lobby, ...alert } });
}

export function summary(told: Partial<Summary> = {}): OutgoingMessage {
  return message({
    kind: DeliveryKind.summary,
    open: 250,
    bySeverity: { critical: 3, error: 200, warning: 47 },
    siteCount: 2,
    sites: ['Head Office', 'Retail Köln'],
    lines: Array.from({ length: 10 }, (_, at) => ({
      severity: at < 3 ? AlertSeverity.critical : AlertSeverity.error,
      isCalm: false,
      alert: { ...lobby, deviceName: `AP ${at}` },
    })),
    since: new Date('2026-11-20T09:12:00Z'),
    alerts: 262,
    last: null,
    opened: 262,
    ended: 12,
    list: links.open,
    ...told,
  });
}

function message(content: OutgoingMessage['content']): OutgoingMessage {
  return {
    id: '0193a1b2-0000-7000-8000-00000000000d',
    platformName: 'Netlantern',
    teamId: '0193a1b2-0000-7000-8000-00000000000e',
    teamName: 'Contoso Networks',
    reader: reader('UTC', new Date('2026-11-20T10:30:00Z')),
    recipient: '',
    content,
  };
}

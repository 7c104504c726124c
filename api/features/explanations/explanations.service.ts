import { zoneOf, type CustomerContext } from '#api/context.ts';
import { Invalid } from '#api/errors.ts';
import type { Reader } from '#api/local-time.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertType } from '../alerts/alert.enums.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { DeviceState, type Device } from '../controllers/device.entity.ts';
import { findDevice } from '../controllers/find-device.ts';
import { stateCodes } from '../metrics/sample.ts';
import { sightsIn } from '../metrics/sights.service.ts';
import { rawDays } from '../metrics/span.ts';
import { Delivery, DeliveryKind } from '../notifications/delivery.entity.ts';
import { allowed } from '../packages/limits.ts';
import { Team } from '../teams/team.entity.ts';
import { findOwn } from '../teams/own.ts';
import { explainAlert, explainRule, type Known, type Measured } from './explain-rule.ts';
import { RuleOutcome, type DeviceExplanation, type RuleExplanation } from './explanation.ts';
import { lookAt } from './look.ts';
import { followed } from './told.ts';

const day = 86_400_000;

/** Alerts of one device that are open at once and told of: one of many ports has no more to say than others. */
const mostAlerts = 50;

const order = Object.values(RuleOutcome);

/** What was known of a device at a moment, and what came of it. @throws NotFound, Invalid */
export async function deviceExplanation(
  ctx: CustomerContext,
  controllerId: string,
  deviceId: string,
  wished: Date | null,
): Promise<DeviceExplanation> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const device = await findDevice(ctx, controller, deviceId);
  const now = new Date();
  const at = wished ?? now;
  const reader = { timeZone: zoneOf(ctx), now: at };
  await obeyBounds(ctx, at, now);

  const everyMs = (controller.pollSeconds ?? ctx.app.config.pollIntervalSeconds) * 1000;
  const around = { from: new Date(at.getTime() - 2 * everyMs), until: new Date(at.getTime() + 1) };
  const look = lookAt({
    at,
    reader,
    spans: await sightsIn(ctx, controller, device.hostId, around),
    lastRoundAt: controller.lastRoundAt ?? null,
    everyMs,
    unwatched: whyUnwatched(controller, device),
  });
  const measured = await measuredBefore(ctx, device, at, around.from);
  const known: Known = { at, reader, look, measured, isKept: at.getTime() > now.getTime() - rawDays * day };
  const { concerned, elsewhere } = await rulesOf(ctx, controller, device);
  const raised = await raisedAt(ctx, controller, device, reader);
  const quiet = concerned.filter(({ id }) => !raised.some(({ ruleId }) => ruleId === id));
  const rules = [
    ...raised,
    ...quiet.map((rule) => ({
      ruleId: rule.id,
      ruleName: rule.name,
      ...explainRule({ ...rule, threshold: rule.threshold ?? null }, known),
      followed: [],
      alertId: null,
    })),
  ].toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return {
    device,
    at,
    look: look.says,
    measuredAt: measured?.at ?? null,
    state: measured?.state ?? null,
    rules,
    elsewhere,
  };
}

async function obeyBounds({ em, viewer }: CustomerContext, at: Date, now: Date): Promise<void> {
  if (at > now) throw new Invalid({ at: 'Choose a moment that has passed' });
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  if (days !== null && at.getTime() < now.getTime() - days * day) {
    throw new Invalid({ at: `Your package keeps ${days === 1 ? '1 day' : `${days} days`} of history` });
  }
}

function whyUnwatched(controller: Controller, device: Device): string | undefined {
  if (controller.selectedSiteId && controller.selectedSiteId !== device.hostId) {
    return 'Another site of its controller is selected.';
  }
  return device.overLimit ? "It is beyond your package's devices." : undefined;
}

/** The last sample before a moment, if it is not older than two readings. */
async function measuredBefore(
  { em }: CustomerContext,
  device: Device,
  at: Date,
  oldest: Date,
): Promise<Measured | null> {
  interface Row extends Omit<Measured, 'at' | 'state'> {
    at: string;
    state: number | null;
  }
  const [row] = await em.execute<Row[]>(
    `select at, state, cpu, memory, disk_free as "diskFree", uplink_bps as "uplinkBps"
       from metrics.device_sample where device_id = ? and at >= ? and at <= ? order by at desc limit 1`,
    [device.id, oldest, at],
  );
  if (!row) return null;
  const state = Object.values(DeviceState).find((one) => row.state !== null && stateCodes[one] === row.state);
  return { ...row, at: new Date(row.at), state: state ?? null };
}

async function rulesOf({ em, viewer }: CustomerContext, controller: Controller, device: Device) {
  const all = await em.find(AlertRule, { team: viewer.team }, { orderBy: { name: 'asc', id: 'asc' } });
  const concerned = all.filter(
    ({ controllerId, siteId }) =>
      (controllerId === null || controllerId === controller.id) && (!siteId || siteId === device.hostId),
  );
  return { concerned, elsewhere: all.length - concerned.length };
}

/** Alerts of the device that were open at the moment, or had begun to hold; of its console too, behind which it is unknown. */
async function raisedAt(
  { em, viewer }: CustomerContext,
  controller: Controller,
  device: Device,
  reader: Reader,
): Promise<RuleExplanation[]> {
  const at = reader.now;
  const alerts = await em.find(
    Alert,
    {
      team: viewer.team,
      controller,
      since: { $lte: at },
      $and: [
        { $or: [{ resolvedAt: null }, { resolvedAt: { $gt: at } }] },
        {
          $or: [
            { deviceMac: device.mac },
            { subject: device.mac },
            { type: AlertType.console_offline, siteId: device.hostId },
          ],
        },
      ],
    },
    { orderBy: { timestamp: 'desc', id: 'desc' }, limit: mostAlerts, populate: ['ruleThen'] },
  );
  const deliveries = await em.find(
    Delivery,
    { alert: { $in: alerts.map(({ id }) => id) }, kind: DeliveryKind.opened },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return alerts.map((alert) => ({
    ruleId: alert.ruleId,
    ruleName: alert.ruleName,
    ...explainAlert(alert, reader),
    followed: followed(
      alert,
      deliveries.filter(({ alertId }) => alertId === alert.id),
      reader,
    ),
    alertId: alert.id,
  }));
}

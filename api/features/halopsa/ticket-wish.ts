import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import type { AlertSeverity } from '../alerts/alert.enums.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import type { TicketPlace } from '../controllers/ticket-place.ts';
import type { WishedPriority } from './priority.ts';

/** The ticket that a rule or a controller asks for. */
export interface TicketWish {
  /** Where it is changed: `the rule "Anything down"`. */
  from: string;
  clientId: number | null;
  clientName: string | null;
  siteId: number | null;
  siteName: string | null;
  priority: WishedPriority;
  categoryId: number;
  /** Null: never chosen, `categoryId` is the form's default. */
  categoryName: string | null;
}

type Chosen = TicketPlace & Pick<Controller, 'haloCategory'>;

/** What a rule asks for (priorities 1 Low to 5 Critical). */
export function wishOfRule(rule: AlertRule): TicketWish {
  const priority = { scale: 'rule', value: rule.haloPriority } as const;
  return { from: `the rule "${rule.name}"`, priority, ...chosen(rule) };
}

/** What a controller asks for (priorities 1 high to 3 low). */
export function wishOfController(controller: Controller): TicketWish {
  const priority = { scale: 'ticket', value: controller.haloPriority } as const;
  return { from: `the controller "${controller.name}"`, priority, ...chosen(controller) };
}

/** Of an alert: its rule is asked first, then its controller. Undefined where neither wants a ticket. */
export function wishFor(
  severity: AlertSeverity,
  rule: AlertRule | null | undefined,
  controller: Controller,
): TicketWish | undefined {
  if (rule?.haloEnabled && rule.haloSeverityLevels.includes(severity)) return wishOfRule(rule);
  const wanted = controller.haloEnabled && controller.haloSeverityLevels.includes(severity);
  return wanted ? wishOfController(controller) : undefined;
}

function chosen(of: Chosen) {
  return {
    clientId: of.haloClientId ?? null,
    clientName: of.haloClientName ?? null,
    siteId: of.haloSiteId ?? null,
    siteName: of.haloSiteName ?? null,
    categoryId: of.haloCategory,
    categoryName: of.haloCategoryName ?? null,
  };
}

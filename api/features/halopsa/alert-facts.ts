import type { Recorded } from '../audit/audit-entry.entity.ts';
import type { Controller } from '../controllers/controller.entity.ts';

/** What the audit log is to know of which of a controller's alerts become tickets, and where. */
export function alertFactsOf(controller: Controller): Recorded {
  const { haloClientId, haloClientName, haloSiteId, haloSiteName, haloCategory, haloCategoryName } =
    controller;
  return {
    enabled: controller.haloEnabled,
    severities: [...controller.haloSeverityLevels],
    client: haloClientName ?? haloClientId ?? null,
    site: haloSiteName ?? haloSiteId ?? null,
    priority: controller.haloPriority,
    category: haloCategoryName ?? haloCategory,
  };
}

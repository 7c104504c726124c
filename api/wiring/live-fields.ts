import { alertChanged, openAlertCountChanged } from '#api/features/alerts/alerts.resolver.ts';
import { controllerChanged } from '#api/features/controllers/controllers.resolver.ts';
import type { LiveFields } from '#api/live/live-field.ts';

/** Every field of the Subscription type, with the events that it sends. */
export const liveFields: LiveFields = { alertChanged, controllerChanged, openAlertCountChanged };

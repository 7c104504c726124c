import { AlertRulesResolver } from '#api/features/alerts/alert-rules.resolver.ts';
import { AlertsResolver } from '#api/features/alerts/alerts.resolver.ts';
import { AuthResolver } from '#api/features/auth/auth.resolver.ts';
import { TwoFactorResolver } from '#api/features/auth/two-factor.resolver.ts';
import { ControllersResolver } from '#api/features/controllers/controllers.resolver.ts';
import { MetricsResolver } from '#api/features/metrics/metrics.resolver.ts';
import { PackagesResolver } from '#api/features/packages/packages.resolver.ts';
import { UsersResolver } from '#api/features/users/users.resolver.ts';

/** Every resolver of the product. A feature joins the schema by its line here. */
export const resolvers = [
  AlertRulesResolver,
  AlertsResolver,
  AuthResolver,
  ControllersResolver,
  MetricsResolver,
  PackagesResolver,
  TwoFactorResolver,
  UsersResolver,
] as const;

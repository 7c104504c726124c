import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from '#api/security/secrets.ts';
import { Singleton } from '#api/db/singleton.ts';
import type { BillingDrift } from './billing-drift.ts';

/** How the operator is paid: Stripe's keys, which are never sent back, and whether anything is sold. */
@Entity()
export class PaymentSettings extends Singleton {
  @Property({ type: 'text', nullable: true })
  publishableKey?: string | null;

  @Property({ type: 'text', nullable: true, lazy: true })
  secretKey?: Sealed | null;

  @Property({ type: 'text', nullable: true })
  secretKeyTail?: string | null;

  @Property({ type: 'text', nullable: true, lazy: true })
  webhookSecret?: Sealed | null;

  @Property({ type: 'text', nullable: true })
  webhookSecretTail?: string | null;

  /** By the secret key: real money, or Stripe's test mode. Null without a key. */
  @Property({ type: 'boolean', nullable: true })
  livemode?: boolean | null;

  @Property({ type: 'boolean', default: false })
  purchasingEnabled!: boolean;

  /** When all subscriptions were last compared with Stripe. */
  @Property({ type: 'timestamptz', nullable: true })
  reconciledAt?: Date | null;

  /** What that comparison found. */
  @Property({ type: 'json', nullable: true, lazy: true })
  drift?: BillingDrift[] | null;
}
